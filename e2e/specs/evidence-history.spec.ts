import { readFile } from "node:fs/promises";
import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
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
  const { requesterPage: page, recipientPage, request } = await seedSentRequest({ items: ["Payslips"] });
  await addFiles(recipientPage, "Payslips", [await pdf("march.pdf")]);
  await expectArrived(recipientPage, "Payslips", "march.pdf");
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  // More than a page of the history.
  for (let count = 0; count < 105; count += 1)
    for (const act of ["pause_request", "resume_request"] as const)
      unwrap(await nora.client.rpc(act, { request: request.id }));

  await page.reload();
  const opener = page.getByRole("button", { name: "Whole history" });
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
