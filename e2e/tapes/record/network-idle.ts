import type { Page, Request } from "@playwright/test";

/** Watches a page's requests. The returned function waits until all have finished and none followed. */
export function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let allAnswered = () => {};
  const ended = (request: Request) => {
    underWay.delete(request);
    if (underWay.size === 0) allAnswered();
  };
  page.on("request", (request) => void underWay.add(request));
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);

  const answered = async () => {
    if (underWay.size === 0) return;
    await new Promise<void>((resolve) => {
      allAnswered = resolve;
    });
  };

  return async () => {
    // A response may lead to another request, which is made before the page is idle twice.
    for (let rests = 0; rests < 2; rests = underWay.size === 0 ? rests + 1 : 0) {
      await answered();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 })));
    }
  };
}
