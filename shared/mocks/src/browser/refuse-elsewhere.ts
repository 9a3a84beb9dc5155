interface Elsewhere {
  /** Origin of the platform; what it has no answer to, it says itself. */
  platformUrl: string;
  /** Told of what would have led to somebody else, which is stopped. */
  onElsewhere: (request: string) => void;
}

/**
 * Links, forms, tags and new windows do not pass through what answers scripts. Here they are stopped where they lead
 * to neither this site nor the platform. New windows need a stop of their own: the page that opens one is not told of
 * where it goes, and no content policy speaks of it.
 */
export function refuseElsewhere({ platformUrl, onElsewhere }: Elsewhere): void {
  const near = new Set([location.origin, new URL(platformUrl).origin]);

  function refuses(how: string, to: URL | null): boolean {
    if (!to || !/^https?:$/.test(to.protocol) || near.has(to.origin)) return false;
    onElsewhere(`${how} to ${to.href}`);
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

  // A press on a link that stands nowhere is heard by nobody.
  const press = Reflect.get(HTMLAnchorElement.prototype, "click");
  HTMLAnchorElement.prototype.click = function click() {
    if (this.isConnected || !refuses("link", URL.parse(this.href))) press.call(this);
  };

  const open = window.open.bind(window);
  window.open = (to, ...rest) =>
    refuses("window", URL.parse(String(to ?? ""), location.href)) ? null : open(to, ...rest);

  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    onElsewhere(`${effectiveDirective} ${blockedURI}`);
  });
}
