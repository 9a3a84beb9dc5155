import { readFile } from "node:fs/promises";
import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { pdf } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";
import { unwrap } from "../seed/unwrap.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("a request's whole history is verified, read page by page, searched and saved", async ({
  seedSentRequest,
  signInByApi,
  newAddress,
}, testInfo) => {
  const { requesterPage: page, request } = await seedSentRequest({
    items: ["Payslips", ...Array.from({ length: 29 }, (_, place) => `Statement ${place + 1}`)],
    only: "requester",
  });
  await request.add("Payslips", await pdf("march.pdf"));
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  // More than a page of the history.
  const items = unwrap(await nora.client.from("items").select("id, title").eq("request_id", request.id));
  for (let round = 1; round <= 7; round += 1) {
    const changed = items.map(({ id, title }) => draftItem(title, { id, instructions: `Version ${round}` }));
    const { revision } = unwrap(
      await nora.client.rpc("request_details", { request: request.id }).select("revision").single(),
    );
    const change = { items: changed };
    unwrap(await nora.client.rpc("edit_request", { request: request.id, revision, change }));
  }

  await page.reload();
  const opener = page.getByRole("button", { name: "Full history" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "History", exact: true });
  await expect(dialog.getByText(/^History verified up to .+\.$/)).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(200);
  await inspectWidths(page, "history", testInfo);

  await dialog.getByRole("button", { name: "Show older events" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "created the request" })).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Show older events" })).toBeHidden();

  await page.keyboard.press("Escape");
  await page.reload();
  await opener.click();
  // Also finds events that weren't loaded yet.
  await dialog.getByLabel("Search the history").fill("MARCH");
  await expect(dialog.getByText("1 event", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("listitem")).toContainText(["added march.pdf"]);

  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as CSV" }).click();
  const csv = await readFile(await (await saving).path(), "utf8");
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[1]).toContain('"created the request"');
  expect(lines.length).toBeGreaterThan(210);
  expect(lines.filter((line) => line.includes("march.pdf"))).toHaveLength(1);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});
