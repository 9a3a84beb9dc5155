import { scaled } from "@sheaf/testing/scaled";
import type { Page } from "@playwright/test";
import { addFiles, expectArrived, itemRow, toggleItem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";

test("one decision keeps a file and returns another, by keyboard alone, until everything is accepted", async ({
  seedSentRequest,
  newAddress,
}, testInfo) => {
  test.setTimeout(scaled(240_000));
  const { requesterPage, recipientPage, request } = await seedSentRequest({
    items: ["Payslips", "Proof of address"],
  });
  for (const name of ["january.pdf", "february.pdf", "march.pdf"])
    await request.add("Payslips", await pdf(name));
  const page = requesterPage;
  await expect(page.getByRole("link", { name: "march.pdf" })).toBeVisible();

  await page.keyboard.press("r");
  await expect(page.getByRole("region", { name: "january.pdf", exact: true })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "february.pdf", exact: true })).toBeVisible();
  await page.keyboard.press("x");
  const why = page.getByLabel("Why are you returning “february.pdf”?");
  await expect(why).toBeFocused();
  await page.keyboard.type("Page 2 is cut off.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status").getByText("To return: Page 2 is cut off.")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("alert")).toContainText("1 file marked to return");
  await inspectWidths(page, "marked", testInfo);
  await page.keyboard.press("r");
  await expect(page.getByRole("alert")).toContainText("You haven’t opened 1 of 3 files: march.pdf.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "february.pdf To return" })).toBeVisible();
  await page.getByRole("link", { name: "Finish review of Payslips" }).press("Enter");
  await expect(page.getByRole("region", { name: "february.pdf", exact: true })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "march.pdf", exact: true })).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByText("Payslips returned.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("february.pdf: Page 2 is cut off.")).toBeVisible();
  await inspectWidths(page, "returned-request", testInfo);

  await request.handOff("Payslips", { email: newAddress("petra"), name: "Petra Duarte-Fernandes" });
  await recipientPage.reload();
  const row = itemRow(recipientPage, "Payslips");
  await expect(row.locator("> summary").getByText("Petra Duarte-Fernandes")).toBeVisible();
  await expectNothingSticksOut(recipientPage);
  const files = recipientPage.getByRole("list", { name: "Files for Payslips" });
  await expect(row.getByText("Page 2 is cut off.")).toBeVisible();
  await expect(files.getByText("You don’t need to send it again.")).toHaveCount(2);
  await expect(recipientPage.getByRole("button", { name: "Remove january.pdf" })).toBeHidden();
  await addFiles(recipientPage, "Payslips", [await pdf("february again.pdf")]);
  await expectArrived(recipientPage, "Payslips", "february again.pdf");
  await expect(files.getByText("New", { exact: true })).toBeVisible();
  await inspectWidths(recipientPage, "returned-recipient", testInfo);

  await chooseFor(page, "Proof of address", "Received another way");
  await page.keyboard.press("Control+Enter");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add files to Proof of address" }).click();
  await (await chooser).setFiles([await pdf("by post.pdf")]);
  await expect(page.getByRole("link", { name: "by post.pdf Added by Okafor & Lind" })).toBeVisible();

  await page.getByRole("link", { name: "by post.pdf" }).press("Enter");
  await expect(page.getByText("Added by Okafor & Lind.")).toBeVisible();
  await page.getByRole("button", { name: "Remove by post.pdf" }).press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Accept Payslips" }).click();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
  // The page folds everything when nothing is missing any more.
  await expect(recipientPage.getByText("Okafor & Lind has accepted everything they need.")).toBeVisible();
  await toggleItem(recipientPage, "Proof of address");
  await expect(recipientPage.getByText("added by Okafor & Lind")).toBeVisible();
});

/** On the narrowest phone, folded and unfolded. */
async function expectNothingSticksOut(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 844 });
  for (const _ of ["unfolded", "folded"]) {
    const outside = await itemRow(page, "Payslips").evaluate((row) =>
      Array.from(row.querySelectorAll("summary *"), (part) => part.getBoundingClientRect().right)
        .map((right) => Math.round(right - row.getBoundingClientRect().right))
        .filter((excess) => excess > 0),
    );
    expect(outside).toEqual([]);
    await toggleItem(page, "Payslips");
  }
  if (before) await page.setViewportSize(before);
}

async function chooseFor(page: Page, item: string, decision: string): Promise<void> {
  await page.getByRole("button", { name: `More actions on ${item}` }).press("Enter");
  await page.getByRole("menuitem", { name: decision }).press("Enter");
}
