import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectArrived, itemRow } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("a dropped folder is opened without its junk, and a contrast theme keeps progress and the current page visible", async ({
  seedSentRequest,
  openBrowser,
}, testInfo) => {
  const { phoneContext, link, requesterPage } = await seedSentRequest({ items: ["Passport", "Payslips"] });
  const laptop = await openBrowser({ ...desk, storageState: await phoneContext.storageState() });
  const page = await laptop.newPage();
  await page.goto(link);

  const folder = testInfo.outputPath("papers");
  await mkdir(join(folder, "2025"), { recursive: true });
  await writeFile(join(folder, "january.pdf"), (await pdf("january.pdf")).buffer);
  await writeFile(join(folder, "2025", "december.pdf"), (await pdf("december.pdf")).buffer);
  for (const junk of [".DS_Store", "Thumbs.db", "~$january.docx"]) await writeFile(join(folder, junk), "x");
  await mkdir(testInfo.outputPath("empty"));

  await drop(page, "Payslips", testInfo.outputPath("empty"));
  await expect(page.getByText("There are no files in the folder.")).toBeVisible();
  await drop(page, "Payslips", folder);
  await expectArrived(page, "Payslips", "january.pdf");
  await expectArrived(page, "Payslips", "december.pdf");
  await expect(itemRow(page, "Payslips").getByText(/DS_Store|Thumbs|docx/u)).toHaveCount(0);

  await requesterPage.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await requesterPage.goto("/requests");
  const current = requesterPage
    .getByRole("link", { name: /^Requests/u })
    .and(requesterPage.locator("[aria-current]"));
  const others = requesterPage.getByRole("link", { name: "Templates" });
  const colour = (of: typeof current) =>
    of.first().evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await colour(current)).not.toBe(await colour(others));
  const segments = requesterPage.getByRole("img", { name: "Progress" }).first().locator("i");
  await expect(segments).toHaveCount(2);
  expect(await segments.evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopStyle))).toEqual(
    ["solid", "solid"],
  );
  expect(
    new Set(await segments.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor)))
      .size,
  ).toBe(2);
});

/** As from the system's file manager: only such a drop has folders. */
async function drop(page: Page, item: string, path: string): Promise<void> {
  const box = await itemRow(page, item).locator("> summary").boundingBox();
  if (!box) throw new Error(`The item ${item} isn't shown.`);
  const at = { x: box.x + 40, y: box.y + 10, data: { items: [], files: [path], dragOperationsMask: 1 } };
  const devTools = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await devTools.send("Input.dispatchDragEvent", { type, ...at });
  }
  await devTools.detach();
}
