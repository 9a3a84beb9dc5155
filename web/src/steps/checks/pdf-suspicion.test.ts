import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { mayNotOpen } from "./pdf-suspicion.ts";

const page = "1 0 obj<</Type /Page>>endobj\n";
const compressed = "1 0 obj<</Type /ObjStm /N 5>>stream\n";

test.each([
  ["whole", `${page}%%EOF\n`, false],
  ["whole, with compressed objects", `${compressed}%%EOF\n`, false],
  ["whole, with something appended", `${page}%%EOF\n${"\0".repeat(1000)}`, false],
  ["cut off", page, true],
  ["without a page", "1 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n", true],
  ["a form of a program that draws it", `${page}<</AcroForm<</Fields[]/XFA 6 0 R>>>>%%EOF\n`, true],
  ["encrypted", `${page}trailer<</Encrypt 5 0 R>>\n%%EOF\n`, true],
])("a PDF that is %s: suspected only if it may not open", async (_, content, expected) => {
  expect(await mayNotOpen(new Blob(["%PDF-1.7\n", content]))).toBe(expected);
});

test("a word that stands across two slices is found", async () => {
  const sliceBytes = 4 * 1024 * 1024;
  const before = "x".repeat(sliceBytes - 4);
  expect(await mayNotOpen(new Blob([before, "/Encrypt ", page, "%%EOF"]))).toBe(true);
  expect(await mayNotOpen(new Blob([before, page, "%%EOF"]))).toBe(false);
});

test.each([true, false])("a form in packed objects is found: %s", async (isForm) => {
  const objects = deflateSync(`1 0 2 9 <</Fields[]/${isForm ? "XFA" : "DR"} 6 0 R>>`);
  const content = ["%PDF-1.7\n", compressed.trimEnd(), "\r\n", objects, "\nendstream\n%%EOF"];
  expect(await mayNotOpen(new Blob(content))).toBe(isForm);
});
