/** What the test browser lacks and the page takes for granted, as far as the page uses it. */
export function standInForBrowser(): void {
  standInForDialogs();
  standInForPopovers();
  globalThis.scrollTo = () => undefined;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

function standInForDialogs(): void {
  if ("showModal" in HTMLDialogElement.prototype) return;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute("open", "");
      const first =
        this.querySelector<HTMLElement>("[autofocus]") ??
        this.querySelector<HTMLElement>("button, input, textarea, select, a[href]");
      first?.focus();
    },
    close(this: HTMLDialogElement) {
      if (!this.hasAttribute("open")) return;
      this.removeAttribute("open");
      this.dispatchEvent(new Event("close"));
    },
  });
}

function standInForPopovers(): void {
  if ("showPopover" in HTMLElement.prototype) return;
  const toggle = (popover: HTMLElement, newState: "open" | "closed") => {
    // The test browser's own style sheet knows that a popover is hidden, and not that it can be shown.
    popover.style.display = newState === "open" ? "block" : "";
    popover.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
  };
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      toggle(this, "open");
    },
    hidePopover(this: HTMLElement) {
      toggle(this, "closed");
    },
  });
}
