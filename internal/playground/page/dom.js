// Builds DOM nodes. Text from elsewhere only ever becomes a text node or an
// attribute, so nothing a person or a bot writes is read as HTML.

// el makes an element. props are attributes, except for class, data (an
// object of data-* values), vars (CSS custom properties) and on (listeners).
// A prop that is false, null or undefined is left out; true is an empty
// attribute. Children are nodes, strings, or nested arrays of them.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "class") node.className = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "vars") setVars(node, value);
    else if (name === "on") listen(node, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

// fill replaces the children of node.
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    node.append(child);
  }
}

function setVars(node, vars) {
  for (const [name, value] of Object.entries(vars)) node.style.setProperty(name, value);
}

function listen(node, listeners) {
  for (const [type, listener] of Object.entries(listeners)) node.addEventListener(type, listener);
}
