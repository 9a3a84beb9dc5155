import { expect, test } from "vitest";
import { readOfficeFile } from "./office-file.ts";
import { compoundFile } from "./office-file.fixtures.ts";

const read = (file: File) => readOfficeFile(file, file.name);
const openDocument = { WordDocument: [0xec, 0xa5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10] };
const lockedDocument = { WordDocument: [0xec, 0xa5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11] };
const openBook = { Workbook: [0x09, 0x08, 4, 0, 0, 6, 5, 0, 0xe1, 0] };
const lockedBook = { Book: [0x09, 0x08, 4, 0, 0, 6, 5, 0, 0x2f, 0] };

test.each([
  ["pay.docx", { EncryptionInfo: [], EncryptedPackage: [] }, { app: "Word", isLocked: true, isOld: false }],
  ["pay.xlsx", { EncryptedPackage: [] }, { app: "Excel", isLocked: true, isOld: false }],
  ["scan", { EncryptedPackage: [] }, { app: undefined, isLocked: true, isOld: false }],
  ["pay.doc", openDocument, { app: "Word", isLocked: false, isOld: true }],
  ["pay.docx", lockedDocument, { app: "Word", isLocked: true, isOld: true }],
  ["pay.xls", openBook, { app: "Excel", isLocked: false, isOld: true }],
  ["pay.xls", lockedBook, { app: "Excel", isLocked: true, isOld: true }],
  ["talk.ppt", { "PowerPoint Document": [] }, { app: "PowerPoint", isLocked: false, isOld: true }],
  ["mail.msg", { "__properties_version1.0": [] }, undefined],
])("%s is told apart by its streams", async (name, streams, expected) => {
  expect(await read(compoundFile(streams, name))).toEqual(expected);
});

test("a file that was cut, and one that isn’t of Office, are none", async () => {
  const whole = compoundFile(openDocument, "pay.doc");
  for (const length of [8, 300, 512, 900])
    expect(await read(new File([whole.slice(0, length)], "pay.doc"))).toBeUndefined();
  expect(await read(new File(["PK\u0003\u0004"], "pay.docx"))).toBeUndefined();
});
