import type { Page, Request } from "@playwright/test";

/** Without a request for so long, the page has made all it makes by itself. Milliseconds. */
const quietMs = 700;

/** Watches a page's requests. The returned function waits until all have finished and none followed. */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let made = 0;
  let allAnswered = () => {};
  const ended = (request: Request) => {
    underWay.delete(request);
    if (underWay.size === 0) allAnswered();
  };
  page.on("request", (request) => {
    made += 1;
    underWay.add(request);
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);

  const answered = async () => {
    if (underWay.size === 0) return;
    await new Promise<void>((resolve) => {
      allAnswered = resolve;
    });
  };

  return async () => {
    let seen: number;
    do {
      seen = made;
      await answered();
      // The auth client loads only when the page has shown its first screen and made no request for 300 ms.
      await page.evaluate((quiet) => new Promise((resolve) => setTimeout(resolve, quiet)), quietMs);
    } while (made > seen || underWay.size > 0);
  };
}
