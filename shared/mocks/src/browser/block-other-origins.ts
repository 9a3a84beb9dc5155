interface Elsewhere {
  /** Origin of the platform, which reports its own misses. */
  platformUrl: string;
  /** Called for every blocked navigation or request. */
  onBlocked: (request: string) => void;
}

/**
 * Blocks links, forms, elements and new windows that lead to another origin: request interception doesn't see them.
 * New windows are handled separately because neither events nor a content security policy cover them.
 */
export function blockOtherOrigins({ platformUrl, onBlocked }: Elsewhere): void {
  const near = new Set([location.origin, new URL(platformUrl).origin]);

  function refuses(how: string, to: URL | null): boolean {
    if (!to || !/^https?:$/.test(to.protocol) || near.has(to.origin)) return false;
    onBlocked(`${how} to ${to.href}`);
    return true;
  }

  window.navigation?.addEventListener("navigate", (event) => {
    if (refuses("navigation", URL.parse(event.destination.url))) event.preventDefault();
  });

  const stopLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
    const opensMenu = event.type === "auxclick" && event.button === 2;
    if (link && !opensMenu && refuses("link", URL.parse(link.href))) event.preventDefault();
  };
  for (const type of ["click", "auxclick"] as const)
    window.addEventListener(type, stopLink, { capture: true });

  // Clicks on a link outside the document reach no listener.
  const press = Reflect.get(HTMLAnchorElement.prototype, "click");
  HTMLAnchorElement.prototype.click = function click() {
    if (this.isConnected || !refuses("link", URL.parse(this.href))) press.call(this);
  };

  const open = window.open.bind(window);
  window.open = (to, ...rest) =>
    refuses("window", URL.parse(String(to ?? ""), location.href)) ? null : open(to, ...rest);

  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    onBlocked(`${effectiveDirective} ${blockedURI}`);
  });
}
