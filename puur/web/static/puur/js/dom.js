/**
 * A very small renderer: describe what should be there with `h`, and `patch` makes it so.
 * Elements with the same tag and key are kept, so that focus, animation and scroll position survive a redraw.
 * It sets no inline style attributes and no markup from strings, so it lives under a strict content security policy.
 */

/** @typedef {{tag: string, key: string|null, props: Record<string, any>, children: Array<VNode|string>}} VNode */
/** @typedef {VNode|string|number|null|undefined|false|Array<any>} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag an element name; `svg:` before it for SVG
 * @param {Record<string, any>|null} [props] attributes; `on…` listeners; `vars` custom properties; `created` a hook
 * @param {...Child} children
 * @returns {VNode}
 */
export function h(tag, props, ...children) {
  const { key = null, ...rest } = props || {};
  return { tag, key: key === null ? null : String(key), props: rest, children: flat(children) };
}

/** @param {Child[]} children @returns {Array<VNode|string>} */
function flat(children) {
  /** @type {Array<VNode|string>} */
  const found = [];
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === "") continue;
    if (Array.isArray(child)) found.push(...flat(child));
    else if (typeof child === "object") found.push(child);
    else found.push(String(child));
  }
  return found;
}

/** Make the children of an element what is described. @param {Element} parent @param {...Child} children */
export function patch(parent, ...children) {
  const wanted = flat(children);
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const known = /** @type {any} */ (node).__v;
    if (known && known.key !== null) keyed.set(known.tag + " " + known.key, node);
  }
  /** @type {ChildNode|null} */
  let place = parent.firstChild;
  for (const one of wanted) {
    if (typeof one === "string") {
      if (place && place.nodeType === Node.TEXT_NODE) {
        if (place.nodeValue !== one) place.nodeValue = one;
        place = place.nextSibling;
      } else parent.insertBefore(document.createTextNode(one), place);
      continue;
    }
    /** @type {ChildNode|null|undefined} */
    let node = null;
    if (one.key !== null) node = keyed.get(one.tag + " " + one.key);
    else if (
      place &&
      /** @type {any} */ (place).__v &&
      /** @type {any} */ (place).__v.tag === one.tag &&
      /** @type {any} */ (place).__v.key === null
    )
      node = place;
    if (node) {
      if (node === place) place = place.nextSibling;
      else parent.insertBefore(node, place);
      update(/** @type {Element} */ (node), one);
    } else {
      parent.insertBefore(create(one), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    const gone = /** @type {any} */ (place).__v;
    if (gone && gone.props.removed) gone.props.removed(place);
    place.remove();
    place = next;
  }
}

/** @param {VNode} one @returns {Element} */
function create(one) {
  const svg = one.tag.startsWith("svg:");
  const element = svg ? document.createElementNS(SVG, one.tag.slice(4)) : document.createElement(one.tag);
  /** @type {any} */ (element).__v = { tag: one.tag, key: one.key, props: {} };
  update(element, one);
  if (one.props.created) queueMicrotask(() => element.isConnected && one.props.created(element));
  return element;
}

/** @param {Element} element @param {VNode} one */
function update(element, one) {
  const known = /** @type {any} */ (element).__v;
  const before = known.props;
  for (const name of Object.keys(before)) if (!(name in one.props)) set(element, name, undefined, before[name]);
  for (const [name, value] of Object.entries(one.props))
    if (before[name] !== value || name === "value" || name === "checked") set(element, name, value, before[name]);
  known.props = one.props;
  if (!("unmanaged" in one.props)) patch(element, ...one.children);
  if (one.tag === "select" && one.props.value !== undefined) set(element, "value", one.props.value, undefined); // once its options are there
}

/** @param {Element} element @param {string} name @param {any} value @param {any} before */
function set(element, name, value, before) {
  if (name === "created" || name === "removed" || name === "unmanaged") return;
  if (name.startsWith("on")) {
    /** @type {any} */ (element)[name] = value || null;
  } else if (name === "vars") {
    const style = /** @type {HTMLElement} */ (element).style;
    for (const old of Object.keys(before || {})) if (!value || !(old in value)) style.removeProperty(`--${old}`);
    for (const [key, one] of Object.entries(value || {}))
      if (!before || before[key] !== one) style.setProperty(`--${key}`, String(one));
  } else if ((name === "value" || name === "checked") && value === undefined) {
    return; // left to the person
  } else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") {
    if (/** @type {any} */ (element)[name] !== value) /** @type {any} */ (element)[name] = value ?? (name === "value" ? "" : false);
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
