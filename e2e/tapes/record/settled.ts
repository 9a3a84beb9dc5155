import type { Page, Request } from "@playwright/test";

/** Follows what a page asks for; the function waits until every question is answered and no new one came of it. */
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
    // An answer may lead to another question, and that is asked before the page has had nothing to do twice.
    for (let rests = 0; rests < 2; rests = underWay.size === 0 ? rests + 1 : 0) {
      await answered();
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 })));
    }
  };
}
