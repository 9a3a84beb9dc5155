import { describe, expect, test } from "vitest";
import { nameKey, numberedName, numberOf, safeName, uniqueName } from "./zip-names.models.ts";

const bytes = (text: string) => new TextEncoder().encode(text).byteLength;

describe("a name that every system can write", () => {
  test.each([
    ["an ordinary name stays", "payslip-january.pdf", "payslip-january.pdf"],
    ["any language stays", "給与明細 Żółć Ünal.pdf", "給与明細 Żółć Ünal.pdf"],
    ["emoji stay", "👩‍👩‍👧 family.jpg", "👩‍👩‍👧 family.jpg"],
    ["a decomposed letter is composed", "Mu\u0308ller.pdf", "Müller.pdf"],
    ["a path is one name", "../../etc/passwd", "-..-etc-passwd"],
    ["a Windows path is one name", "C:\\Users\\a.pdf", "C--Users-a.pdf"],
    ["two dots are nothing", "..", "file"],
    ["a hidden name is shown", ".htaccess", "htaccess"],
    ["trailing dots and spaces go", "letter. . .", "letter"],
    ["control characters go", "a\u0000b\u001f\u007fc\u0085.pdf", "abc.pdf"],
    ["line breaks go", "a\r\nb.pdf", "ab.pdf"],
    ["direction marks go, so nothing reads backwards", "invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["isolates go", "\u2066a\u2069.pdf", "a.pdf"],
    ["invisible spaces go", "a\u200Bb\uFEFF.pdf", "ab.pdf"],
    ["half a character is replaced", "a\uD800.pdf", "a\uFFFD.pdf"],
    ["forbidden signs become dashes", 'a<b>c:d"e|f?g*h', "a-b-c-d-e-f-g-h"],
    ["only forbidden signs leave nothing", "???", "file"],
    ["runs of spaces become one", "a   b\tc", "a bc"],
    ["nothing becomes the fallback", "", "file"],
    ["spaces become the fallback", " \u00a0 ", "file"],
  ])("%s", (_, name, safe) => {
    expect(safeName(name, "file")).toBe(safe);
  });

  test.each(["con", "PRN", "aux.txt", "NUL.tar.gz", "com1", "LPT9.pdf", "COM¹", "conin$", "nul "])(
    "%s, a device's name, gets a mark in front",
    (name) => {
      expect(safeName(name, "file")).toBe(`_${name.trim()}`);
    },
  );

  test.each(["console.pdf", "auxiliary", "com10.pdf", "nullify.txt", "community"])(
    "%s only begins like one",
    (name) => {
      expect(safeName(name, "file")).toBe(name);
    },
  );
});

describe("a name that is too long", () => {
  test("is cut before its extension", () => {
    const safe = safeName(`${"a".repeat(300)}.pdf`, "file");
    expect(safe).toBe(`${"a".repeat(116)}.pdf`);
  });

  test("is measured in bytes, not letters", () => {
    const safe = safeName(`${"ü".repeat(300)}.pdf`, "file");
    expect(safe).toBe(`${"ü".repeat(58)}.pdf`);
    expect(bytes(safe)).toBeLessThanOrEqual(120);
  });

  test("loses whole characters, never half of one", () => {
    const family = "👩‍👩‍👧";
    expect(safeName(family.repeat(20), "file")).toBe(family.repeat(Math.floor(120 / bytes(family))));
  });

  test("does not end in a dot or space where it was cut", () => {
    expect(safeName(`${"a".repeat(115)} .   ${"b".repeat(20)}.pdf`, "file")).toBe(`${"a".repeat(115)}.pdf`);
  });

  test("keeps no tail of a sentence as if it were an extension", () => {
    const safe = safeName(`v1.${"final version ".repeat(20)}`, "file");
    expect(bytes(safe)).toBeLessThanOrEqual(120);
    expect(safe.startsWith("v1.final version")).toBe(true);
  });

  test("stays within the limit with its number in front", () => {
    const name = numberedName("07", `${"ü".repeat(300)}.pdf`, "file");
    expect(bytes(name)).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^07 ü+\.pdf$/u);
  });
});

describe("numbers", () => {
  test.each([
    [0, 1, "01"],
    [8, 99, "09"],
    [98, 99, "99"],
    [0, 100, "001"],
    [99, 100, "100"],
  ])("%i of %i", (index, count, number) => {
    expect(numberOf(index, count)).toBe(number);
  });
});

describe("no two names are the same", () => {
  const taken = (...names: string[]) => new Set(names.map(nameKey));

  test.each([
    ["free", "a.pdf", taken(), "a.pdf"],
    ["taken", "a.pdf", taken("a.pdf"), "a (2).pdf"],
    ["taken in another case", "A.PDF", taken("a.pdf"), "A (2).PDF"],
    ["taken twice", "a.pdf", taken("a.pdf", "a (2).pdf"), "a (3).pdf"],
    ["taken without extension", "letter", taken("Letter"), "letter (2)"],
    ["taken by an ß that is SS in capitals", "STRASSE", taken("straße"), "STRASSE (2)"],
    ["taken in another composition", "Mu\u0308ller", taken("Müller"), "Mu\u0308ller (2)"],
  ])("%s", (_, name, names, unique) => {
    expect(uniqueName(name, names)).toBe(unique);
  });

  test("the mark that tells two long names apart does not make them too long", () => {
    const name = safeName(`${"a".repeat(300)}.pdf`, "file");
    const unique = uniqueName(name, taken(name));
    expect(bytes(unique)).toBeLessThanOrEqual(120);
    expect(unique).toMatch(/^a+ \(2\)\.pdf$/);
  });
});
