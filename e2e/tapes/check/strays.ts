import type { Page } from "@playwright/test";

/** A request that is on no tape, as a page might make it. */
export interface Stray {
  what: string;
  /** Who is asked; "elsewhere" is a server that no tape knows. */
  asks: "platform" | "elsewhere";
  /** Ending of the address: some libraries let through what looks like a file. */
  ending?: string;
  make: (page: Page, url: string) => Promise<unknown>;
  /** The browser tells the page no more of it than whom it asks. */
  namedByOrigin?: boolean;
}

const byFetch: Stray["make"] = (page, url) => page.evaluate((to) => fetch(to).catch(() => undefined), url);

/** Something on the page that loads from an address; `attribute` holds it. */
const byTag =
  (name: string, attribute: string, others: Record<string, string> = {}): Stray["make"] =>
  (page, url) =>
    page.evaluate(
      ([name, attributes]) => {
        const tag = document.createElement(name);
        for (const [attribute, value] of Object.entries(attributes)) tag.setAttribute(attribute, value);
        document.body.append(tag);
      },
      [name, { ...others, [attribute]: url }] as const,
    );

/** A link that is pressed; of those that save a file, the page stays. */
const byLink =
  (attributes: Record<string, string>): Stray["make"] =>
  (page, url) =>
    page.evaluate(
      ([attributes, url]) => {
        const link = document.createElement("a");
        for (const [name, value] of Object.entries({ ...attributes, href: url }))
          link.setAttribute(name, value);
        document.body.append(link);
        link.click();
      },
      [attributes, url] as const,
    );

const byForm: Stray["make"] = (page, url) =>
  page.evaluate((to) => {
    const form = document.createElement("form");
    form.action = to;
    form.method = "post";
    document.body.append(form);
    form.submit();
  }, url);

/** Those that may take the page along come last. */
export const strays: readonly Stray[] = [
  { what: "a PDF by fetch", asks: "platform", ending: ".pdf", make: byFetch },
  { what: "JSON by fetch", asks: "platform", ending: ".json", make: byFetch },
  { what: "a picture by fetch", asks: "platform", ending: ".png", make: byFetch },
  {
    what: "an old-fashioned request",
    asks: "platform",
    make: (page, url) =>
      page.evaluate(
        (to) =>
          new Promise((resolve) => {
            const request = new XMLHttpRequest();
            request.addEventListener("loadend", resolve);
            request.open("GET", to);
            request.send();
          }),
        url,
      ),
  },
  { what: "a picture on the page", asks: "platform", ending: ".png", make: byTag("img", "src") },
  { what: "somebody else by fetch", asks: "elsewhere", make: byFetch },
  {
    what: "somebody else's picture on the page",
    asks: "elsewhere",
    ending: ".png",
    make: byTag("img", "src"),
  },
  {
    what: "somebody else's style sheet",
    asks: "elsewhere",
    ending: ".css",
    make: byTag("link", "href", { rel: "stylesheet" }),
  },
  {
    what: "somebody else's page in a frame",
    asks: "elsewhere",
    make: byTag("iframe", "src"),
    namedByOrigin: true,
  },
  {
    what: "a beacon to somebody else",
    asks: "elsewhere",
    make: (page, url) => page.evaluate((to) => navigator.sendBeacon(to, "here"), url),
  },
  {
    what: "a lasting connection to somebody else",
    asks: "elsewhere",
    make: (page, url) => page.evaluate((to) => void new EventSource(to), url),
  },
  { what: "a link to somebody else in a new tab", asks: "elsewhere", make: byLink({ target: "_blank" }) },
  {
    what: "a window of somebody else",
    asks: "elsewhere",
    make: (page, url) => page.evaluate((to) => void window.open(to), url),
  },
  { what: "a form to somebody else", asks: "elsewhere", make: byForm },
  { what: "a link to somebody else", asks: "elsewhere", make: byLink({}) },
  { what: "a download", asks: "platform", ending: ".zip", make: byLink({ download: "" }) },
];
