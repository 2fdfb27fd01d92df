/**
 * A very small renderer: describe what should be there with `h`, and `patch` makes it so.
 * Elements with the same tag and key are kept, so that focus, animation and scroll position survive a redraw.
 * It sets no inline style attributes and no markup from strings, so it lives under a strict content security policy.
 */

/** @import { Child, Props, VNode } from "types/dom" */

const SVG = "http://www.w3.org/2000/svg";
const OWN_WORDS = new Set(["created", "removed", "unmanaged"]);

/** @type {WeakMap<Node, {tag: string, key: string|null, props: Props}>} what each element was made from */
const made = new WeakMap();

/**
 * @param {string} tag an element name; `svg:` before it for SVG
 * @param {Props|null} [props] attributes; `on…` listeners; `vars` custom properties; `created` a hook
 * @param {...Child} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props || {};
  return { tag, key: key === null ? null : String(key), props: rest, children: flat(children) };
}

/** The text of a field of a form. @param {HTMLFormElement} form @param {string} name @returns {string} */
export const valueOf = (form, name) => String(new FormData(form).get(name) ?? "").trim();

/** @param {Child[]} children @returns {Array<VNode|string>} */
function flat(children) {
  /** @type {Array<VNode|string>} */
  const nodes = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === "") continue;
    if (Array.isArray(child)) nodes.push(...flat(child));
    else if (typeof child === "object") nodes.push(child);
    else nodes.push(String(child));
  }
  return nodes;
}

/** Make the children of an element what is described. @param {Element} parent @param {...Child} children */
export function patch(parent, ...children) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const known = made.get(node);
    if (known && known.key !== null) keyed.set(`${known.tag} ${known.key}`, node);
  }
  /** @type {ChildNode|null} */
  let place = parent.firstChild;
  for (const wanted of flat(children)) {
    if (typeof wanted === "string") {
      if (place && place.nodeType === Node.TEXT_NODE) {
        if (place.nodeValue !== wanted) place.nodeValue = wanted;
        place = place.nextSibling;
      } else parent.insertBefore(document.createTextNode(wanted), place);
      continue;
    }
    const there = place && made.get(place);
    /** @type {ChildNode|null|undefined} */
    let node = null;
    if (wanted.key !== null) node = keyed.get(`${wanted.tag} ${wanted.key}`);
    else if (there && there.tag === wanted.tag && there.key === null) node = place;
    if (node) {
      if (node === place) place = place.nextSibling;
      else parent.insertBefore(node, place);
      update(/** @type {Element} */ (node), wanted);
    } else {
      parent.insertBefore(create(wanted), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    made.get(place)?.props.removed?.(/** @type {Element} */ (place));
    place.remove();
    place = next;
  }
}

/** @param {VNode} wanted @returns {Element} */
function create(wanted) {
  const svg = wanted.tag.startsWith("svg:");
  const element = svg ? document.createElementNS(SVG, wanted.tag.slice(4)) : document.createElement(wanted.tag);
  made.set(element, { tag: wanted.tag, key: wanted.key, props: {} });
  update(element, wanted);
  if (wanted.props.created) queueMicrotask(() => element.isConnected && wanted.props.created?.(element));
  return element;
}

/** @param {Element} element @param {VNode} wanted */
function update(element, wanted) {
  const known = made.get(element);
  if (!known) return;
  const before = known.props;
  for (const name of Object.keys(before)) if (!(name in wanted.props)) set(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(wanted.props))
    if (before[name] !== value || name === "value" || name === "checked") set(element, name, value, before[name]);
  known.props = wanted.props;
  if (!("unmanaged" in wanted.props)) patch(element, ...wanted.children);
  if (wanted.tag === "select" && wanted.props.value !== undefined) set(element, "value", wanted.props.value, undefined); // once its options are there
}

/** @param {Element} element @param {string} name @param {unknown} value @param {unknown} before */
function set(element, name, value, before) {
  if (OWN_WORDS.has(name)) return;
  const fields = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  if (name.startsWith("on")) {
    fields[name] = value || null;
  } else if (name === "vars") {
    setVariables(/** @type {HTMLElement} */ (element), /** @type {Props["vars"]} */ (value), /** @type {Props["vars"]} */ (before));
  } else if ((name === "value" || name === "checked") && value === undefined) {
    return; // left to the person
  } else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
    if (fields[name] !== value) fields[name] = value ?? (name === "value" ? "" : false);
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** @param {HTMLElement} element @param {Props["vars"]} wanted @param {Props["vars"]} before */
function setVariables(element, wanted = {}, before = {}) {
  for (const name of Object.keys(before)) if (!(name in wanted)) element.style.removeProperty(`--${name}`);
  for (const [name, value] of Object.entries(wanted))
    if (before[name] !== value) element.style.setProperty(`--${name}`, String(value));
}
