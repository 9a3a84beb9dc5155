import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import { compoundFile } from "../../lib/office/office-file.fixtures.ts";
import { containerDoubt } from "./container-doubt.ts";

async function zip({ isLocked }: { isLocked: boolean }): Promise<File> {
  const bytes = await new Response(
    makeZip([
      { name: "a.txt", input: "a" },
      { name: "b.txt", input: "b" },
    ]),
  ).bytes();
  const last = new TextDecoder("latin1").decode(bytes).lastIndexOf("PK\u0001\u0002");
  if (isLocked) bytes[last + 8] = (bytes[last + 8] ?? 0) | 1;
  return new File([bytes], "papers.zip");
}

test("a zip is locked if any file in it is", async () => {
  expect(await containerDoubt(await zip({ isLocked: true }))).toEqual({ kind: "locked", format: "zip" });
  expect(await containerDoubt(await zip({ isLocked: false }))).toBeUndefined();
});

test.each([
  ["statement.xls", "<html><table><tr><td>Balance", { kind: "type" }],
  ["letter.doc", "{\\rtf1 Dear", undefined],
  ["letter.doc", "PK\u0003\u0004", { kind: "type" }],
  ["letter.doc", "\u00d0\u00cf", { kind: "type" }],
  ["letter.docx", "<html>", undefined],
])("%s with %s", async (name, text, expected) => {
  expect(await containerDoubt(new File([text], name))).toEqual(expected);
});

test("files of Office 97, locked ones and damaged ones have their own doubts", async () => {
  const doubt = (streams: Record<string, number[]>, name: string) =>
    containerDoubt(compoundFile(streams, name));
  expect(await doubt({ WordDocument: [] }, "letter.doc")).toEqual({ kind: "old", app: "Word" });
  expect(await doubt({ EncryptedPackage: [] }, "pay.xlsx")).toEqual({ kind: "locked", format: "Excel" });
  expect(await doubt({ EncryptedPackage: [] }, "pay")).toEqual({ kind: "locked", format: "Office" });
  expect(await doubt({}, "pay.doc")).toEqual({ kind: "damaged" });
  expect(await doubt({}, "mail.msg")).toBeUndefined();
});
