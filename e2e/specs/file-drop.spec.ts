import type { Page } from "@playwright/test";
import { expectArrived, itemRow } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("files dropped on a folded item unfold it and are uploaded to it, and a phone can take a photo instead", async ({
  seedSentRequest,
  openBrowser,
}) => {
  const { requesterPage, recipientPage, link, phoneContext } = await seedSentRequest({
    items: ["Passport", "Payslips"],
  });
  const dropHint = recipientPage.getByText("Drop files here");
  await expect(dropHint).toHaveCount(2);
  await expect(dropHint.first()).toBeHidden();
  const camera = recipientPage.waitForEvent("filechooser");
  await recipientPage.getByRole("button", { name: "Take a photo for Passport" }).click();
  expect(await (await camera).element().getAttribute("capture")).toBe("environment");

  const laptop = await openBrowser({ ...desk, storageState: await phoneContext.storageState() });
  const page = await laptop.newPage();
  await page.goto(link);
  await drop(page, "Payslips", [await pdf("january.pdf"), await pdf("february.pdf")]);
  await expectArrived(page, "Payslips", "january.pdf");
  await expectArrived(page, "Payslips", "february.pdf");
  await expect(page.getByRole("button", { name: "Add more files for Payslips" })).toBeVisible();
  await expect(requesterPage.getByRole("link", { name: "february.pdf", exact: true })).toBeVisible();
});

async function drop(page: Page, item: string, documents: { name: string; buffer: Buffer }[]): Promise<void> {
  const files = documents.map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of dropped) {
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "application/pdf" }));
    }
    return transfer;
  }, files);
  const target = itemRow(page, item).locator("> summary");
  await target.dispatchEvent("dragenter", { dataTransfer });
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}
