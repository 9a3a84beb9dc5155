import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

test("the requester's page polls for changes while it is visible, and not while it is hidden", async ({
  seedSentRequest,
}) => {
  const { requesterPage } = await seedSentRequest({ items: ["Passport"] });
  let reads = 0;
  requesterPage.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/rest/v1/")) reads += 1;
  });
  await requesterPage.clock.install();
  await requesterPage.reload();
  await expect(requesterPage.getByText("0 of 1 accepted")).toBeVisible();

  await setHidden(requesterPage, true);
  const before = reads;
  await requesterPage.clock.runFor(60_000);
  expect(reads).toBe(before);

  await setHidden(requesterPage, false);
  await requesterPage.clock.runFor(6000);
  await expect.poll(() => reads).toBeGreaterThan(before);
});

/** Simulates a change of visibility, because a headless browser never hides a page. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (hidden ? "hidden" : "visible"),
    });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, isHidden);
}
