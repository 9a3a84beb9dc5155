import { describe, expect, test } from "vitest";
import { cleanFileName, fileExtension } from "./file-name.ts";

describe("a file's name", () => {
  test.each([
    "payslip-january.pdf",
    "Kontoauszug Übersicht (2).pdf",
    "зарплата за январь.pdf",
    "給与明細.pdf",
    "كشف حساب.pdf",
    "פירוט.pdf",
    "می‌خواهم.pdf",
    "🧾👨‍👩‍👧 family.jpg",
    "archive.tar.gz",
    ".env",
    "no extension",
  ])("is preserved: %s", (name) => {
    expect(cleanFileName(name)).toBe(name);
  });

  test.each([
    ["line\nbreak\tand\u0000nul.pdf", "linebreakandnul.pdf"],
    ["c1\u0085control\u009f.pdf", "c1control.pdf"],
    ["del\u007f.pdf", "del.pdf"],
    ["../../etc/passwd", "....etcpasswd"],
    ["C:\\papers\\scan.pdf", "C:papersscan.pdf"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["a\u2066b\u2067c\u2068d\u2069e\u200ef\u200fg\u061ch.pdf", "abcdefgh.pdf"],
    ["line\u2028para\u2029.pdf", "linepara.pdf"],
    ["half\ud83d.pdf", "half.pdf"],
    ["\ufeffbom.pdf", "bom.pdf"],
    ["  padded.pdf \u00a0", "padded.pdf"],
    ["Cafe\u0301.pdf", "Café.pdf"],
  ])("has no characters that could mislead or break a path: %j", (name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
  });

  test.each(["", "   ", "\u0000", "/", "..", ".", "\u202e", "\ud800", "/../"])(
    "is never empty or a folder: %j",
    (name) => {
      expect(cleanFileName(name)).toBe("file");
    },
  );

  test("of 300 characters is cut to 255 and keeps its extension", () => {
    const cut = cleanFileName(`${"a".repeat(300)}.PDF`);
    expect(cut).toBe(`${"a".repeat(251)}.PDF`);
  });

  test("of exactly 255 characters is not cut", () => {
    const name = `${"a".repeat(251)}.pdf`;
    expect(cleanFileName(name)).toBe(name);
  });

  test("is cut between characters, never through an emoji", () => {
    const cut = cleanFileName(`a${"👩‍👩‍👦".repeat(60)}.jpg`);
    expect(cut).toBe(`a${"👩‍👩‍👦".repeat(31)}.jpg`);
  });

  test("with a very long extension is cut like any text", () => {
    expect(cleanFileName(`a.${"b".repeat(300)}`)).toBe(`a.${"b".repeat(253)}`);
  });

  test("has no space before its extension after a cut", () => {
    expect(cleanFileName(`${"a".repeat(250)} ${"b".repeat(20)}.pdf`)).toBe(`${"a".repeat(250)}.pdf`);
  });

  test("made of a single endless grapheme is replaced by a plain word", () => {
    expect(cleanFileName(`a${"\u0301".repeat(400)}`)).toBe("file");
  });

  test.each([
    `${"x".repeat(280)} .pdf`,
    `${"é".repeat(200)}${"e\u0301".repeat(200)}.docx`,
    "e\u202e\u0301.pdf",
    ` \u0000 . \u0000 `,
    "/ a / b . pdf",
  ])("does not change when it is cleaned again: %j", (name) => {
    const once = cleanFileName(name);
    expect(cleanFileName(once)).toBe(once);
    expect(once.length).toBeLessThanOrEqual(255);
  });
});

test.each([
  ["a.PDF", ".pdf"],
  ["a.b.docx", ".docx"],
  ["a", ""],
  [".env", ""],
  ["a.", ""],
  ["Mr. Smith", ""],
])("the extension of %s is %j", (name, extension) => {
  expect(fileExtension(name)).toBe(extension);
});
