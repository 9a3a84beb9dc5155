import { describe, expect, test } from "vitest";
import {
  acceptedMimes,
  acceptsMime,
  isPreviewable,
  pickerAccept,
  sniffType,
  storedMime,
  unknownMime,
} from "./file-type.ts";

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "number" ? [part] : Array.from(part, (c) => c.charCodeAt(0)))),
  );
const boxes = (major: string, ...compatible: string[]) =>
  bytes(0, 0, 0, 16 + 4 * compatible.length, "ftyp", major, "\0\0\0\0", ...compatible, "\0\0\0\0meta");

const png = bytes(0x89, "PNG\r\n", 0x1a, "\n");
const zip = bytes("PK", 3, 4, 20, 0);

describe("the type of a file by its bytes", () => {
  test.each([
    ["application/pdf", bytes("%PDF-1.7\n")],
    ["application/pdf", bytes(0xef, 0xbb, 0xbf, "\r\n%PDF-1.4")],
    ["image/png", png],
    ["image/jpeg", bytes(0xff, 0xd8, 0xff, 0xe0, "..JFIF")],
    ["image/gif", bytes("GIF87a")],
    ["image/gif", bytes("GIF89a")],
    ["image/webp", bytes("RIFF", 1, 2, 3, 4, "WEBPVP8 ")],
    ["image/avif", boxes("avif", "mif1", "miaf")],
    ["image/avif", boxes("avis")],
    ["image/avif", boxes("mif1", "avif")],
    ["image/heic", boxes("heic", "mif1")],
    ["image/heic", boxes("mif1", "heic")],
    ["image/heic", boxes("heix")],
    ["image/heic", boxes("msf1", "hevc")],
    ["image/tiff", bytes("II*\0")],
    ["image/tiff", bytes("MM\0*")],
    ["image/tiff", bytes("II+\0")],
  ])("is %s", (mime, content) => {
    expect(sniffType(content)).toBe(mime);
  });

  test.each([
    ["nothing", bytes()],
    ["a cut signature", png.subarray(0, 7)],
    ["a zip with an unknown extension", zip],
    ["a page", bytes("<!doctype html><script>alert(1)</script>")],
    ["an SVG with a script", bytes('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ["audio in an image container", bytes("RIFF", 1, 2, 3, 4, "WAVEfmt ")],
    ["a film", boxes("isom", "mp42")],
    ["brands after the end of their box", bytes(0, 0, 0, 16, "ftyp", "isom", "\0\0\0\0", "avif")],
    ["a program", bytes("MZ", 0x90, 0)],
    ["a late PDF header", bytes(" ".repeat(1020), "%PDF-1.7")],
  ])("stays unknown for %s", (_, content) => {
    expect(sniffType(content)).toBeUndefined();
  });

  test("isn't taken from the name", () => {
    expect(sniffType(bytes("<html>"), "passport.pdf")).toBeUndefined();
    expect(sniffType(png, "passport.pdf")).toBe("image/png");
  });

  test.each([
    ["letter.docx", /wordprocessingml/],
    ["SHEET.XLSX", /spreadsheetml/],
    ["talk.pptx", /presentationml/],
    ["letter.odt", /opendocument\.text/],
    ["sheet.ods", /opendocument\.spreadsheet/],
  ])("distinguishes zipped office files by extension: %s", (name, mime) => {
    expect(sniffType(zip, name)).toMatch(mime);
    expect(sniffType(bytes("not zipped"), name)).toBeUndefined();
  });

  test.each(["macro.docm", "photos.zip", "app.jar", "docx"])(
    "doesn't recognise %s as an office file",
    (name) => {
      expect(sniffType(zip, name)).toBeUndefined();
    },
  );
});

describe("the type a file is stored under", () => {
  test("follows its bytes", () => {
    expect(storedMime("statement.exe", "application/pdf")).toBe("application/pdf");
    expect(storedMime("notes.txt", "image/png")).toBe("image/png");
  });

  test.each([
    ["list.CSV", "text/csv"],
    ["notes.txt", "text/plain"],
    ["page.html", unknownMime],
    ["drawing.svg", unknownMime],
    ["feed.xml", unknownMime],
    ["fake.pdf", unknownMime],
    ["", unknownMime],
  ])("is harmless when the bytes are inconclusive: %s", (name, mime) => {
    expect(storedMime(name, undefined)).toBe(mime);
  });

  test("is never markup", () => {
    expect(acceptedMimes.filter((mime) => /html|svg|[/+]xml/.test(mime))).toEqual([]);
  });
});

describe("an item", () => {
  test("without accepted groups accepts anything", () => {
    expect(acceptsMime([], unknownMime)).toBe(true);
    expect(pickerAccept([])).toBe("");
  });

  test("that accepts PDFs accepts nothing else", () => {
    expect(acceptsMime(["pdf"], "application/pdf")).toBe(true);
    expect(acceptsMime(["pdf"], "image/png")).toBe(false);
    expect(acceptsMime(["pdf"], unknownMime)).toBe(false);
    expect(pickerAccept(["pdf"])).toBe("application/pdf");
  });

  test("that accepts images accepts every image format of phones", () => {
    const taken = [...acceptedMimes, unknownMime].filter((mime) => acceptsMime(["image"], mime));
    expect(taken).toEqual([
      "image/png",
      "image/jpeg",
      "image/webp",
      "image/gif",
      "image/avif",
      "image/heic",
      "image/tiff",
    ]);
  });

  test("lets an iPhone convert photos to JPEG by not listing HEIC", () => {
    expect(pickerAccept(["image"])).toMatch(/^image\/png,image\/jpeg,/);
    expect(pickerAccept(["image"])).not.toContain("heic");
  });

  test("that accepts Word or Excel accepts only that format", () => {
    const taken = (group: "word" | "excel") =>
      [...acceptedMimes, unknownMime].filter((mime) => acceptsMime([group], mime));
    expect(taken("word")).toEqual([storedMime("", sniffType(zip, "letter.docx"))]);
    expect(taken("excel")).toEqual([storedMime("", sniffType(zip, "sheet.xlsx"))]);
  });

  test("that accepts both accepts both", () => {
    expect(acceptsMime(["pdf", "image"], "image/heic")).toBe(true);
    expect(acceptsMime(["pdf", "image"], "application/pdf")).toBe(true);
    expect(acceptsMime(["pdf", "image"], "text/csv")).toBe(false);
  });
});

test.each([
  ["image/avif", true],
  ["application/pdf", true],
  ["image/heic", false],
  ["image/svg+xml", false],
  ["text/html", false],
  [unknownMime, false],
  [undefined, false],
])("%s may be shown in the page: %s", (mime, shown) => {
  expect(isPreviewable(mime)).toBe(shown);
});
