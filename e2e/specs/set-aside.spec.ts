import { unzipSync } from "fflate";
import type { Page } from "@playwright/test";
import { addFiles, expectArrived, toggleItem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../fixtures/downloads.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";

/** Makes this page's uploads end with a hash that isn't their content's. */
async function sendWrongHashes(page: Page): Promise<void> {
  await page.route("**/rpc/finish_upload", async (route) => {
    const sent = route.request().postDataJSON() as { file: string };
    await route.continue({ postData: JSON.stringify({ ...sent, sha256: "0".repeat(64) }) });
  });
}

const zipped = async (page: Page) => unzipSync(await readSaved(page));

test("a file that can't be verified is set aside, and downloads are clean again", async ({
  seedSentRequest,
}, testInfo) => {
  const { requesterPage, recipientPage, deskContext } = await seedSentRequest({
    items: ["Payslips", "Bank statement"],
  });
  await stubSavePicker(deskContext);
  await requesterPage.reload();
  await addFiles(recipientPage, "Payslips", [await pdf("january.pdf")]);
  await expectArrived(recipientPage, "Payslips", "january.pdf");
  await sendWrongHashes(recipientPage);
  await addFiles(recipientPage, "Payslips", [await pdf("february.pdf")]);
  await expectArrived(recipientPage, "Payslips", "february.pdf");
  await addFiles(recipientPage, "Bank statement", [await pdf("statement.pdf")]);
  await expectArrived(recipientPage, "Bank statement", "statement.pdf");

  const download = async () => {
    await requesterPage.getByRole("button", { name: "Download all" }).click();
    const dialog = requesterPage.getByRole("dialog", { name: "Download complete" });
    await expect(dialog).toBeVisible();
    return dialog;
  };
  for (const name of ["january.pdf", "february.pdf", "statement.pdf"]) {
    await expect(requesterPage.getByRole("link", { name })).toBeVisible();
  }
  const damaged = await download();
  await expect(damaged).toContainText("2 files couldn’t be verified to be what was sent.");
  await expect(damaged).toContainText("Set them aside, or ask the sender for a new copy.");
  const inspect = (name: string) => inspectWidths(requesterPage, name, testInfo);
  await inspect("unverified");
  expect(Object.keys(await zipped(requesterPage))).toContain(
    "Could not be verified/01 Payslips/02 february.pdf",
  );
  await damaged.getByRole("button", { name: "Close" }).first().click();

  await requesterPage.getByRole("link", { name: "february.pdf" }).click();
  const preview = requesterPage.getByRole("main");
  const shown = preview.getByRole("region", { name: "february.pdf", exact: true });
  // By role: the next file, prepared out of sight, may say the same.
  const problem = { name: "This file differs from the one that was uploaded." };
  await expect(shown.getByRole("heading", problem)).toBeVisible();
  await requesterPage.setViewportSize({ width: 390, height: 844 });
  await expect(preview.getByRole("button", { name: "Accept all 2" })).toBeInViewport({ ratio: 1 });
  await requesterPage.setViewportSize({ width: 1280, height: 900 });
  await preview.getByRole("button", { name: "Set aside february.pdf" }).click();
  await expect(preview.getByRole("button", { name: "Put back february.pdf" })).toBeFocused();
  await expect(preview.getByText("“Download all” leaves this file out")).toBeVisible();
  await inspect("preview");
  await requesterPage.keyboard.press("Escape");
  await requesterPage.getByRole("link", { name: "statement.pdf" }).click();
  await expect(requesterPage.getByRole("button", { name: "Set aside statement.pdf" })).toBeVisible();
  await requesterPage.keyboard.press("s");
  await expect(requesterPage.getByRole("button", { name: "Put back statement.pdf" })).toBeVisible();
  await requesterPage.keyboard.press("Escape");
  await expect(requesterPage.getByRole("link", { name: "february.pdf Set aside" })).toBeVisible();
  await expect(requesterPage.getByText("All files are set aside.")).toHaveCount(1);
  await expect(requesterPage.getByText("You set aside 2 files of 2 items")).toBeVisible();
  await inspect("request");

  const clean = await download();
  await expect(clean).toContainText("Each was read back from the zip and is exactly what was sent.");
  await expect(clean).toContainText("Set aside and left out: 2 files.");
  await inspect("clean");
  const files = await zipped(requesterPage);
  expect(Object.keys(files).filter((path) => path.includes("/"))).toEqual(["01 Payslips/01 january.pdf"]);
  for (const index of ["index.html", "index.csv"]) {
    const text = new TextDecoder().decode(files[index]);
    expect(text).toContain("february.pdf");
    expect(text.match(/Set aside: left out of this download/gu)).toHaveLength(2);
  }

  await expect(recipientPage.getByText("Set aside by Okafor & Lind.").first()).toBeAttached();
  await toggleItem(recipientPage, "Payslips");
  await recipientPage.getByRole("list", { name: "Files for Payslips" }).scrollIntoViewIfNeeded();
  await inspectWidths(recipientPage, "recipient", testInfo);
});
