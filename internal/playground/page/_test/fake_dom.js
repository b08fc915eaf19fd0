// As much of a browser's DOM as the drawing modules use, so that their tests
// need no browser. html writes a drawn node as text.

class FakeElement {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, dataset: {}, children: [], className: "", vars: {} });
    this.style = { setProperty: (name, value) => (this.vars[name] = value) };
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  addEventListener() {}

  append(child) {
    this.children.push(child);
  }

  get textContent() {
    return this.children.map((c) => c.textContent ?? String(c)).join("");
  }

  replaceChildren(...children) {
    this.children = children;
  }
}

globalThis.Element = FakeElement;
globalThis.document = { createElement: (tag) => new FakeElement(tag) };
globalThis.location = { href: "http://127.0.0.1:8421/", origin: "http://127.0.0.1:8421" };

// html writes nodes with their classes, and of their attributes those named in keep.
export function html(nodes, keep = []) {
  return [nodes].flat(Infinity).filter((n) => n !== null && n !== undefined && n !== false).map((n) => one(n, keep)).join("");
}

function one(node, keep) {
  if (!(node instanceof FakeElement)) return String(node);
  const attributes = keep.filter((k) => k in node.attributes).map((k) => ` ${k}="${node.attributes[k]}"`);
  const name = node.tag + (node.className && "." + node.className.trim().replace(/\s+/g, "."));
  return `<${name}${attributes.join("")}>${html(node.children, keep)}</${node.tag}>`;
}
