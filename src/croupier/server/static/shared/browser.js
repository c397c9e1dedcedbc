// @ts-check
/* What browsers keep for pages over TLS, done so that it also works at an address without it (`croupier serve --lan`). */

/** A name for this page, under which it numbers its orders: no two pages have the same one. */
export const pageName = () =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Copy what a field or a line shows; where a browser does not let us, it is left selected.
 * @param {HTMLElement} shown @returns {Promise<string>} what became of it */
export async function copied(shown) {
  if (shown instanceof HTMLInputElement) shown.select();
  else getSelection()?.selectAllChildren(shown);
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(String(getSelection())).then(
        () => true,
        () => false,
      )
    : document.execCommand("copy");
  return done ? "Copied" : "Selected: copy it";
}

/** Browsers show notifications only for pages over TLS, and for this very machine. */
export const canNotify = () => isSecureContext && "Notification" in window;
