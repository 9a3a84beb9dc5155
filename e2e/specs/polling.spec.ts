import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { unwrap } from "../seed/unwrap.ts";
import { expect, test } from "../fixtures/test.ts";

test("a request, the list, the results of a search and the progress of a bulk send poll while they are visible, and not while they are hidden", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}) => {
  const { requesterPage: page } = await seedSentRequest({ items: ["Passport"], only: "requester" });
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const [workspace] = unwrap(await nora.client.from("workspaces").select("id"));
  const draft = { title: "Bank statements", message: "", items: [draftItem("Passport")] };
  const template = unwrap(
    await nora.client.rpc("create_template", { workspace: workspace?.id ?? "", draft }),
  );
  const people = [{ number: 1, email: newAddress("client") }];
  const job = randomUUID();
  unwrap(await nora.client.rpc("send_to_many", { job, template, title: draft.title, message: "", people }));
  unwrap(await nora.client.rpc("pause_bulk", { job, paused: true }));

  await expectPolling(page, { shown: "0 of 1 accepted", reads: "/rest/v1/" });
  await page.goto("/requests");
  await expectPolling(page, { shown: "Tax return 2026", reads: "/rpc/list_requests" });
  await page.goto("/requests?q=tax");
  await expectPolling(page, { shown: "1 result in all states", reads: "/rpc/search_requests" });
  await page.goto(`/requests/many/${job}`);
  await expectPolling(page, { shown: "Nothing is sent until you resume.", reads: "/rpc/bulk_details" });
});

/** @param reads part of the URLs that count. */
async function expectPolling(page: Page, { shown, reads }: { shown: string; reads: string }): Promise<void> {
  let count = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes(reads)) count += 1;
  });
  await page.clock.install();
  await page.reload();
  await expect(page.getByText(shown)).toBeVisible();

  await setHidden(page, true);
  const before = count;
  await page.clock.runFor(60_000);
  expect(count).toBe(before);

  await setHidden(page, false);
  const readsSince = async () => {
    await page.clock.runFor(6000);
    return count - before;
  };
  // Coming back causes one.
  await expect.poll(readsSince).toBeGreaterThan(1);
}

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
