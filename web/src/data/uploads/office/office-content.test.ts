import { makeZip } from "client-zip";
import { describe, expect, test } from "vitest";
import { compoundFile } from "../../../lib/office/office-file.fixtures.ts";
import { inspectFile } from "../queue/inspect-file.ts";

const compoundSignature = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const word = ["[Content_Types].xml", "_rels/.rels", "word/document.xml"];
const excel = ["[Content_Types].xml", "xl/workbook.xml", "xl/printerSettings/printerSettings1.bin"];

async function zipOf(names: readonly string[], name: string, comment = ""): Promise<File> {
  const zip = await new Response(makeZip(names.map((part) => ({ name: part, input: "<part/>" })))).bytes();
  // The length of the comment is the last field.
  zip[zip.length - 2] = comment.length;
  return new File([zip, comment], name);
}
const inspect = (file: File, group: "word" | "excel") =>
  inspectFile(file, { accepts: [group], maxBytes: 1_000_000 });

describe("an item that accepts Word or Excel", () => {
  test("takes such a document with its parts in any order", async () => {
    expect(await inspect(await zipOf(word, "letter.docx"), "word")).toMatch(/wordprocessingml/);
    expect(await inspect(await zipOf(word.toReversed(), "LETTER.DOCX", "made by hand"), "word")).toMatch(
      /wordprocessingml/,
    );
    expect(await inspect(await zipOf(excel, "sheet.xlsx"), "excel")).toMatch(/spreadsheetml/);
  });

  test.each([
    ["a macro document", zipOf([...word, "word/vbaProject.bin"], "letter.docm"), "word"],
    ["a macro document under another name", zipOf([...word, "word/vbaProject.bin"], "letter.docx"), "word"],
    ["a sheet with old macros", zipOf([...excel, "xl/macrosheets/sheet1.xml"], "sheet.xlsx"), "excel"],
    ["a program under another name", new File(["MZ\u0090\0"], "letter.docx"), "word"],
    ["a program behind a zip’s signature", new File(["PK\u0003\u0004MZ"], "letter.docx"), "word"],
    ["another zip", zipOf(["photo.jpg"], "letter.docx"), "word"],
    ["a sheet for a Word item", zipOf(excel, "sheet.xlsx"), "word"],
    ["a sheet called a letter", zipOf(excel, "sheet.docx"), "word"],
    ["a signature of Office 97 with nothing behind it", new File([compoundSignature], "letter.doc"), "word"],
    [
      "a document that was cut",
      zipOf(word, "letter.docx").then((file) => new File([file.slice(0, -9)], file.name)),
      "word",
    ],
    [
      "a document that isn’t whole",
      zipOf(word, "letter.docx").then((file) => new File([file.slice(40)], file.name)),
      "word",
    ],
  ] as const)("refuses %s", async (_, file, group) => {
    await expect(inspect(await file, group)).rejects.toMatchObject({ code: "file.type" });
  });
});

test("an item that accepts Word says that a document is of Word 97–2003, and takes a locked one by its name", async () => {
  const old = compoundFile({ WordDocument: [] }, "letter.doc");
  await expect(inspect(old, "word")).rejects.toMatchObject({ code: "file.old_word" });
  await expect(inspect(old, "excel")).rejects.toMatchObject({ code: "file.type" });
  const book = compoundFile({ Workbook: [] }, "sheet.xlsx");
  await expect(inspect(book, "excel")).rejects.toMatchObject({ code: "file.old_excel" });
  const locked = compoundFile({ EncryptedPackage: [] }, "letter.docx");
  expect(await inspect(locked, "word")).toMatch(/wordprocessingml/);
  await expect(inspect(locked, "excel")).rejects.toMatchObject({ code: "file.type" });
});

test("an item for any file takes a macro document as a file of unknown type", async () => {
  const macros = await zipOf([...word, "word/vbaProject.bin"], "letter.docx");
  expect(await inspectFile(macros, { accepts: [], maxBytes: 1_000_000 })).toBe("application/octet-stream");
});
