// On a phone the side bar is a drawer over the messages.

// Drawer moves parts: {sidebar, scrim, open, close, main}.
export class Drawer {
  constructor(parts) {
    this.parts = parts;
    this.isOpen = false;
    this.narrow = matchMedia("(max-width: 760px)");
    this.narrow.addEventListener("change", () => this.apply());
    parts.open.addEventListener("click", () => this.show());
    parts.close.addEventListener("click", () => this.hide());
    parts.scrim.addEventListener("click", () => this.hide());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.isOpen && this.hide());
    this.apply();
  }

  show() {
    this.isOpen = true;
    this.apply();
    const target = this.parts.sidebar.querySelector("[aria-pressed=true]");
    (target ?? this.parts.close).focus();
  }

  hide() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.apply();
    this.parts.open.focus();
  }

  apply() {
    const { sidebar, scrim, open, main } = this.parts;
    const covering = this.narrow.matches && this.isOpen;
    if (!this.narrow.matches) this.isOpen = false;
    sidebar.classList.toggle("sidebar-open", covering);
    // What cannot be seen must not be reached by the keyboard either.
    sidebar.inert = this.narrow.matches && !covering;
    main.inert = covering;
    scrim.hidden = !covering;
    open.setAttribute("aria-expanded", String(covering));
  }
}
