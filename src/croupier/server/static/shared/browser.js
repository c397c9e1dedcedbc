// @ts-check
/* What browsers keep for pages over TLS, done so that it also works at an address without it (`croupier serve --lan`). */

/** A name for this page, under which it numbers its orders: no two pages have the same one. */
export const pageName = () =>
  [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Copy what a field or a line shows, and say so on the button; where a browser does not let us, it is left selected.
 * @param {EventTarget | null} button @param {HTMLElement} shown */
export async function copy(button, shown) {
  if (shown instanceof HTMLInputElement) shown.select();
  else getSelection()?.selectAllChildren(shown);
  const copied = navigator.clipboard
    ? await navigator.clipboard.writeText(String(getSelection())).then(
        () => true,
        () => false,
      )
    : document.execCommand("copy");
  /** @type {HTMLElement} */ (button).textContent = copied ? "Copied" : "Selected: copy it";
}

/** Browsers show notifications only for pages over TLS, and for this very machine. */
export const canNotify = () => isSecureContext && "Notification" in window;
