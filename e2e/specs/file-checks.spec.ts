import { scaled } from "@sheaf/testing/scaled";
import { truncate, writeFile } from "node:fs/promises";
import { pdf, picture, rawFile } from "../fixtures/documents.ts";
import { addFiles, expectArrived, expectUploadProblem, itemRow } from "../fixtures/checklist.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { photo } from "../fixtures/photos.ts";
import { expect, test } from "../fixtures/test.ts";
import {
  encryptedPdf,
  endlessPdf,
  pdfOfManyPages,
  pdfWithHugeImage,
  pdfWithoutPages,
} from "../fixtures/unusual-pdfs.ts";
import { brokenHeic, hugePng } from "../fixtures/unusual-pictures.ts";

test("a doubtful file is sent only when its sender says so, and what can be read or is too large is sent as it is", async ({
  seedSentRequest,
}, testInfo) => {
  test.setTimeout(scaled(180_000));
  const { recipientPage: page } = await seedSentRequest({
    items: ["Bank letter", "Letter", "Passport", "Photos", "Large", "Lease"],
    only: "recipient",
  });

  await test.step("a doubt is answered with yes or no", async () => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/rpc/begin_upload")) sent.push(request.postData() ?? "");
    });
    await addFiles(page, "Bank letter", [encryptedPdf("locked.pdf", "secret")]);
    await expectUploadProblem(page, "Bank letter", "this PDF asks for a password");
    expect(sent).toEqual([]);
    await page.getByRole("button", { name: "Don’t send locked.pdf" }).click();
    await expect(page.getByRole("list", { name: "Uploads for Bank letter" })).toHaveCount(0);

    await addFiles(page, "Bank letter", [encryptedPdf("locked.pdf", "secret")]);
    await page.getByRole("button", { name: "Send anyway: locked.pdf" }).click();
    await expectArrived(page, "Bank letter", "locked.pdf");
    expect(sent).toHaveLength(1);
  });

  await test.step("each doubt says what it is about", async () => {
    const letter = await pdf("letter.pdf");
    await addFiles(page, "Letter", [letter]);
    await expectArrived(page, "Letter", "letter.pdf");
    const doubted = [
      [pdfWithoutPages("empty.pdf"), "this PDF has no pages"],
      [
        { ...letter, name: "cut.pdf", buffer: letter.buffer.subarray(0, 500) },
        "this file can’t be opened here",
      ],
      [
        rawFile("photo.png", "image/png", Buffer.from("89504e470d0a1a0a00000000", "hex")),
        "this file can’t be opened here",
      ],
      [hugePng("poster.png"), "this file can’t be opened here"],
      [brokenHeic("photo.heic"), "this picture is incomplete: a part of it is missing"],
      [hugePng("stamp.png", 320), "this picture is only 320 × 320 pixels"],
      [await photo(page, "blurred.jpg", { blur: 14 }), "this picture looks blurred"],
      [{ ...letter, name: "copy.pdf" }, "you already added this file to “Letter”, as letter.pdf"],
      [
        rawFile("scan.pdf", "application/pdf", "<!doctype html>"),
        "the name ends in .pdf, but the file is something else",
      ],
    ] as const;
    await addFiles(
      page,
      "Passport",
      doubted.map(([file]) => file),
    );
    const rows = page.getByRole("list", { name: "Uploads for Passport" }).getByRole("listitem");
    for (const [file, text] of doubted)
      await expect(rows.filter({ hasText: file.name })).toContainText(`Not sent yet: ${text}`);
    await expect(rows.filter({ hasText: "stamp.png" }).locator("img")).toBeVisible();
    await inspectWidths(page, "doubts", testInfo);
    for (const name of ["poster.png", "photo.png", "cut.pdf", "empty.pdf"])
      await expect(rows.filter({ hasText: name }).locator("img")).toHaveCount(0);

    // A picture that is held back opens large, and goes once another one was taken in its place.
    await page.getByRole("button", { name: "Look at it: blurred.jpg" }).click();
    const dialog = page.getByRole("dialog", { name: "blurred.jpg" });
    await expect(dialog.getByRole("img", { name: "blurred.jpg" })).toBeVisible();
    await inspectWidths(page, "doubted-picture", testInfo);
    const camera = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Take it again" }).click();
    await (await camera).setFiles([await photo(page, "again.jpg", { blur: 14 })]);
    await expect(rows.filter({ hasText: "again.jpg" })).toContainText("looks blurred");
    await expect(rows.filter({ hasText: "blurred.jpg" })).toHaveCount(0);
    await expect(itemRow(page, "Passport").locator("> summary")).toContainText("Needs you");
    await itemRow(page, "Passport").locator("> summary").click();
    await expect(itemRow(page, "Passport").locator("> summary")).toContainText("9 files not sent");
  });

  await test.step("what can be read is sent without a question", async () => {
    const files = [
      await photo(page, "daylight.jpg"),
      await photo(page, "shaky.jpg", { blur: 3 }),
      await photo(page, "evening.jpg", { blur: 2, light: 0.4 }),
      encryptedPdf("protected.pdf", ""),
      await picture(page, "screenshot.png"),
      await pdf("readable.pdf"),
    ];
    await addFiles(page, "Photos", files);
    for (const { name } of files) await expectArrived(page, "Photos", name);
  });

  await test.step("files too large to be looked at are sent as they are", async () => {
    const files = [pdfOfManyPages("endless.pdf"), pdfWithHugeImage("poster.pdf")];
    await addFiles(page, "Large", files);
    const large = testInfo.outputPath("large.jpg");
    await writeFile(large, Buffer.from("ffd8ff", "hex"));
    await truncate(large, 50_000_002);
    await addFiles(page, "Large", large);
    for (const name of [...files.map((file) => file.name), "large.jpg"])
      await expectArrived(page, "Large", name);
    await addFiles(page, "Large", [await picture(page, "screenshot.png")]);
    await expectArrived(page, "Large", "screenshot.png");
    const rows = page.getByRole("list", { name: "Files for Large" }).getByRole("listitem");
    // The picture that was added last is drawn last.
    const last = rows.filter({ hasText: "screenshot.png" });
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator("img")).toBeVisible();
    await expect(rows.locator("img")).toHaveCount(1);
  });

  await test.step("so is a PDF that unpacks to a gigabyte", async () => {
    const bomb = endlessPdf("bomb.pdf");
    // Without its end it has to be opened to be judged.
    const end = bomb.buffer.indexOf("%%EOF");
    const files = [{ ...bomb, name: "cut bomb.pdf", buffer: bomb.buffer.subarray(0, end) }];
    await addFiles(page, "Large", files);
    for (const { name } of files) await expectArrived(page, "Large", name);
  });
});
