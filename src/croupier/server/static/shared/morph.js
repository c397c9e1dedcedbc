// @ts-check
/* Brings a part of the page to what a template says, touching only what differs: focus, scroll and motion survive. */

const GIVEN = Symbol("attributes that the template gave");

/** @param {Element} target @param {{toString(): string}} markup @param {(fresh: Element) => void} [onInsert] */
export function morph(target, markup, onInsert) {
  const fresh = document.createElement("template");
  fresh.innerHTML = markup.toString();
  children(target, fresh.content, onInsert);
}

/** @param {Element} node */
const key = (node) => node.getAttribute?.("data-key") ?? node.id ?? "";

/** @param {Element} target @param {ParentNode & Node} wanted @param {((fresh: Element) => void) | undefined} onInsert */
function children(target, wanted, onInsert) {
  /** @type {Map<string, Element>} */
  const keyed = new Map();
  for (const child of target.children) if (key(child)) keyed.set(key(child), child);
  let here = target.firstChild;
  for (const want of [...wanted.childNodes]) {
    if (want.nodeType === Node.TEXT_NODE && !want.textContent?.trim() && here?.nodeType !== Node.TEXT_NODE) continue;
    const found = want instanceof Element && key(want) ? keyed.get(key(want)) : here;
    if (found && alike(found, want)) {
      if (found !== here) target.insertBefore(found, here);
      else here = here.nextSibling;
      update(found, want, onInsert);
    } else {
      const fresh = want instanceof Element ? [want, ...want.querySelectorAll("*")] : [];
      for (const element of fresh) remember(element, element.getAttributeNames()); // before it is in the page, and adds its own
      target.insertBefore(want, here);
      if (onInsert) fresh.forEach(onInsert);
    }
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

/** @param {Node} a @param {Node} b */
const alike = (a, b) =>
  a.nodeType === b.nodeType &&
  a.nodeName === b.nodeName &&
  (!(a instanceof Element) || !(b instanceof Element) || key(a) === key(b));

/** @param {any} element @param {string[]} names */
const remember = (element, names) => {
  element[GIVEN] = names;
};

/** @param {Node} node @param {Node} want @param {((fresh: Element) => void) | undefined} onInsert */
function update(node, want, onInsert) {
  if (!(node instanceof Element) || !(want instanceof Element)) {
    if (node.textContent !== want.textContent) node.textContent = want.textContent;
    return;
  }
  const names = want.getAttributeNames();
  for (const name of names)
    if (node.getAttribute(name) !== want.getAttribute(name)) node.setAttribute(name, want.getAttribute(name) ?? "");
  for (const name of /** @type {any} */ (node)[GIVEN] ?? []) if (!names.includes(name)) node.removeAttribute(name);
  remember(node, names);
  if (node.hasAttribute("data-own") || node instanceof HTMLInputElement) return; // it looks after its own inside
  if (customElements.get(node.localName) && node.localName !== "seat-ring") return;
  children(node, want, onInsert);
}
