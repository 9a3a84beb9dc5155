import type { Page } from "@playwright/test";

/** A request that no tape has, as a page might make it. */
export interface UnhandledRequest {
  title: string;
  /** "elsewhere" is a server that no tape knows. */
  target: "platform" | "elsewhere";
  /** Some libraries let requests through that look like files. */
  extension?: string;
  make: (page: Page, url: string) => Promise<unknown>;
  /** The browser tells the page only the origin of the request. */
  reportsOriginOnly?: boolean;
  /** The page may be replaced. */
  leavesPage?: boolean;
}

const byFetch: UnhandledRequest["make"] = (page, url) =>
  page.evaluate((to) => fetch(to).catch(() => undefined), url);

/** Adds an element that loads the URL in `attribute`. */
const byTag =
  (name: string, attribute: string, others: Record<string, string> = {}): UnhandledRequest["make"] =>
  (page, url) =>
    page.evaluate(
      ([name, attributes]) => {
        const tag = document.createElement(name);
        for (const [attribute, value] of Object.entries(attributes)) tag.setAttribute(attribute, value);
        document.body.append(tag);
      },
      [name, { ...others, [attribute]: url }] as const,
    );

/** Clicks a link. */
const byLink =
  (attributes: Record<string, string>): UnhandledRequest["make"] =>
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

const byForm: UnhandledRequest["make"] = (page, url) =>
  page.evaluate((to) => {
    const form = document.createElement("form");
    form.action = to;
    form.method = "post";
    document.body.append(form);
    form.submit();
  }, url);

export const unhandledRequests: readonly UnhandledRequest[] = [
  { title: "fetch of a PDF", target: "platform", extension: ".pdf", make: byFetch },
  { title: "fetch of JSON", target: "platform", extension: ".json", make: byFetch },
  { title: "fetch of an image", target: "platform", extension: ".png", make: byFetch },
  {
    title: "XMLHttpRequest",
    target: "platform",
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
  { title: "an image", target: "platform", extension: ".png", make: byTag("img", "src") },
  { title: "fetch from another origin", target: "elsewhere", make: byFetch },
  {
    title: "an image from another origin",
    target: "elsewhere",
    extension: ".png",
    make: byTag("img", "src"),
  },
  {
    title: "a style sheet from another origin",
    target: "elsewhere",
    extension: ".css",
    make: byTag("link", "href", { rel: "stylesheet" }),
  },
  {
    title: "a frame from another origin",
    target: "elsewhere",
    make: byTag("iframe", "src"),
    reportsOriginOnly: true,
  },
  {
    title: "a beacon to another origin",
    target: "elsewhere",
    make: (page, url) => page.evaluate((to) => navigator.sendBeacon(to, "here"), url),
  },
  {
    title: "an event stream from another origin",
    target: "elsewhere",
    make: (page, url) => page.evaluate((to) => void new EventSource(to), url),
  },
  { title: "a link to another origin in a new tab", target: "elsewhere", make: byLink({ target: "_blank" }) },
  {
    title: "a window to another origin",
    target: "elsewhere",
    make: (page, url) => page.evaluate((to) => void window.open(to), url),
  },
  { title: "a form sent to another origin", target: "elsewhere", make: byForm, leavesPage: true },
  { title: "a link to another origin", target: "elsewhere", make: byLink({}), leavesPage: true },
  {
    title: "a download",
    target: "platform",
    extension: ".zip",
    make: byLink({ download: "" }),
    leavesPage: true,
  },
];
