import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { addFiles, expectArrived, expectUploadProblem } from "../fixtures/checklist.ts";
import { type Document, picture, rawFile } from "../fixtures/documents.ts";
import { photo } from "../fixtures/photos.ts";
import { expect, test } from "../fixtures/test.ts";
import { encryptedPdf, pdfWithForm } from "../fixtures/unusual-pdfs.ts";
import { worldFile } from "../fixtures/world/world-file.ts";

const form = worldFile("f3-xfa.pdf", "application/pdf");
const portfolio = worldFile("f4-portfolio.pdf", "application/pdf");
const cutPhoto = worldFile("f6-cut.jpg", "image/jpeg");
const lockedLetter = worldFile("f7-locked.docx", "application/octet-stream");

const cutTo = ({ buffer, ...rest }: Document, share: number, name: string): Document => ({
  ...rest,
  name,
  buffer: buffer.subarray(0, Math.floor(buffer.length * share)),
});

/** Shows a file in the review by the name of its small picture. */
const show = (page: Page, item: string, name: string) =>
  page
    .getByRole("navigation", { name: `Files for ${item}` })
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .click();

test("papers that can’t be read are asked about, and the review says why again", async ({
  seedSentRequest,
}) => {
  const { requesterPage, recipientPage, request } = await seedSentRequest({
    items: ["Papers", draftItem("Letter", { accepts: ["word"] })],
  });
  const screenshot = await picture(recipientPage, "screen.png");
  const whole = await photo(recipientPage, "whole.jpg");
  const doubted = [
    [cutPhoto, "this picture is incomplete: its lower part is missing"],
    [cutTo(screenshot, 0.5, "half.png"), "this picture is incomplete: its lower part is missing"],
    [form, "this form opens only in Adobe Acrobat"],
    [{ ...lockedLetter, name: "copy.docx" }, "this Word file asks for a password"],
  ] as const;
  const { buffer } = whole;
  const harmless = [
    { ...whole, name: "no-end.jpg", buffer: buffer.subarray(0, -2) },
    { ...whole, name: "more.jpg", buffer: Buffer.concat([buffer, Buffer.alloc(5000, 7)]) },
    { ...screenshot, name: "no-end.png", buffer: screenshot.buffer.subarray(0, -12) },
  ];
  await addFiles(recipientPage, "Papers", [...doubted.map(([file]) => file), ...harmless]);
  const rows = recipientPage.getByRole("list", { name: "Uploads for Papers" }).getByRole("listitem");
  for (const [{ name }, text] of doubted)
    await expect(rows.filter({ hasText: name })).toContainText(`Not sent yet: ${text}`);
  for (const { name } of harmless) {
    await expectArrived(recipientPage, "Papers", name);
    const arrived = recipientPage.getByRole("list", { name: "Files for Papers" }).getByRole("listitem");
    await expect(arrived.filter({ hasText: name }).locator("img")).toBeVisible();
  }
  for (const [{ name }, text] of doubted) {
    if (text.includes("picture")) {
      await recipientPage.getByRole("button", { name: `Look at it: ${name}` }).click();
      await recipientPage.getByRole("button", { name: "It’s readable, send" }).click();
    } else {
      await recipientPage.getByRole("button", { name: `Send anyway: ${name}` }).click();
    }
  }

  await addFiles(recipientPage, "Letter", [rawFile("pay.doc", "application/msword", oldLetter())]);
  await expectUploadProblem(recipientPage, "Letter", "This is a Word 97–2003 file. Save it as .docx");
  await addFiles(recipientPage, "Letter", [lockedLetter]);
  await recipientPage.getByRole("button", { name: `Send anyway: ${lockedLetter.name}` }).click();
  for (const [{ name }] of doubted) await expectArrived(recipientPage, "Papers", name);
  await expectArrived(recipientPage, "Letter", lockedLetter.name);

  await requesterPage.goto(`/requests/${request.id}/review`);
  for (const [name, text] of [
    ["f6-cut.jpg", "This picture is incomplete: its lower part is missing."],
    ["half.png", "This picture is incomplete: its lower part is missing."],
    ["f3-xfa.pdf", "This form opens only in Adobe Acrobat. Download it to see what is in it."],
  ] as const) {
    await show(requesterPage, "Papers", name);
    await expect(requesterPage.getByRole("region", { name }).getByRole("note")).toHaveText(text);
  }
  await show(requesterPage, "Papers", "no-end.jpg");
  await expect(requesterPage.getByRole("img", { name: "no-end.jpg" })).toBeVisible();
  await expect(
    requesterPage.getByRole("region", { name: "no-end.jpg", exact: true }).getByRole("note"),
  ).toHaveCount(0);
  await show(requesterPage, "Papers", "copy.docx");
  await expect(requesterPage.getByRole("heading", { name: "Locked with a password" })).toBeVisible();
});

test("what a PDF carries is listed, read aloud and opened with a password that isn’t kept", async ({
  seedSentRequest,
}) => {
  const { requesterPage: page, request } = await seedSentRequest({ items: ["Papers"], only: "requester" });
  const password = "pässwört-of-Ana";
  const fax = gunzipSync(worldFile("f5-fax.tif.gz", "").buffer);
  await request.add("Papers", portfolio, pdfWithForm("filled.pdf"), encryptedPdf("locked.pdf", password));
  await request.add(
    "Papers",
    rawFile("fax.tif", "image/tiff", fax),
    rawFile("turned.tif", "image/tiff", turned(fax)),
  );
  await page.goto(`/requests/${request.id}/review`);

  await show(page, "Papers", "f4-portfolio.pdf");
  const inside = page.getByRole("note").filter({ hasText: "2 files inside this PDF:" });
  const downloading = page.waitForEvent("download");
  await inside.getByRole("button", { name: "Save payslip-jan.pdf" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("payslip-jan.pdf");
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe("%PDF-");

  await show(page, "Papers", "filled.pdf");
  await expect(page.getByRole("region", { name: "Page 1 of 1" })).toContainText(
    "Paid in May; Full name: Ana Duarte; Agreed: ticked",
  );
  await expect(page.getByRole("button", { name: "Save receipt.xml" })).toBeVisible();

  const sent: string[] = [];
  page.on("request", (one) => sent.push(one.url(), one.postData() ?? ""));
  await show(page, "Papers", "locked.pdf");
  const field = page.getByLabel("Password of locked.pdf");
  await field.fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByText("That isn’t its password.")).toBeVisible();
  await field.fill(password);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("region", { name: "locked.pdf, 1 page" })).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  expect([kept, ...sent].filter((text) => text.includes("of-Ana"))).toEqual([]);
  await show(page, "Papers", "fax.tif");
  await expect.poll(() => sizeOf(page, "fax.tif")).toEqual([1728, 2244]);
  await show(page, "Papers", "locked.pdf");
  await expect(field).toBeVisible();
  await show(page, "Papers", "turned.tif");
  await expect.poll(() => sizeOf(page, "turned.tif")).toEqual([2244, 1728]);
});

const sizeOf = (page: Page, name: string) =>
  page
    .getByRole("img", { name })
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);

/** The same page, said to be turned by a quarter. Its seventh entry is the orientation. */
function turned(fax: Buffer): Buffer {
  const copy = Buffer.from(fax);
  const entry = copy.readUInt32LE(4) + 2 + 6 * 12;
  expect(copy.readUInt16LE(entry)).toBe(274);
  copy.writeUInt16LE(6, entry + 8);
  return copy;
}

/** As little as makes a document of Word 97: its directory names the stream. */
function oldLetter(): Buffer {
  const file = Buffer.alloc(3 * 512, 0xff);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  // The directory's only sector ends its chain.
  file.writeUInt32LE(0xfffffffe, 512 + 4);
  file.fill(0, 1024);
  const name = Buffer.from("WordDocument", "utf16le");
  name.copy(file, 1024);
  file.writeUInt16LE(name.length + 2, 1024 + 64);
  return file;
}
