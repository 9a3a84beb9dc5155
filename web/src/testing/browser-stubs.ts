/** Stubs the browser APIs that the page uses and the test environment lacks. */
export function stubBrowserApis(): void {
  stubDialogs();
  stubPopovers();
  globalThis.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  // Nothing comes into view, unless a test replaces this.
  globalThis.IntersectionObserver ??= class {
    readonly root = null;
    readonly rootMargin = "";
    readonly scrollMargin = "";
    readonly thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

function stubDialogs(): void {
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

function stubPopovers(): void {
  if ("showPopover" in HTMLElement.prototype) return;
  const toggle = (popover: HTMLElement, newState: "open" | "closed") => {
    // The test environment's style sheet hides popovers but doesn't show open ones.
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
