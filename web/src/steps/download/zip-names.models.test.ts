import { describe, expect, test } from "vitest";
import { inertName, nameKey, numberedName, numberOf, safeName, uniqueName } from "./zip-names.models.ts";

const bytes = (text: string) => new TextEncoder().encode(text).byteLength;

describe("a portable name", () => {
  test.each([
    ["preserves ordinary names", "payslip-january.pdf", "payslip-january.pdf"],
    ["preserves all languages", "給与明細 Żółć Ünal.pdf", "給与明細 Żółć Ünal.pdf"],
    ["preserves emoji", "👩‍👩‍👧 family.jpg", "👩‍👩‍👧 family.jpg"],
    ["composes decomposed letters", "Mu\u0308ller.pdf", "Müller.pdf"],
    ["joins the parts of a path", "../../etc/passwd", "-..-etc-passwd"],
    ["joins the parts of a Windows path", "C:\\Users\\a.pdf", "C--Users-a.pdf"],
    ["replaces two dots by the fallback", "..", "file"],
    ["removes leading dots", ".htaccess", "htaccess"],
    ["removes trailing dots and spaces", "letter. . .", "letter"],
    ["removes control characters", "a\u0000b\u001f\u007fc\u0085.pdf", "abc.pdf"],
    ["removes line breaks", "a\r\nb.pdf", "ab.pdf"],
    ["removes bidirectional marks", "invoice\u202Efdp.exe", "invoicefdp.exe"],
    ["removes isolates", "\u2066a\u2069.pdf", "a.pdf"],
    ["removes invisible spaces", "a\u200Bb\uFEFF.pdf", "ab.pdf"],
    ["replaces lone surrogates", "a\uD800.pdf", "a\uFFFD.pdf"],
    ["replaces forbidden characters by dashes", 'a<b>c:d"e|f?g*h', "a-b-c-d-e-f-g-h"],
    ["uses the fallback for only forbidden characters", "???", "file"],
    ["collapses spaces", "a   b\tc", "a bc"],
    ["uses the fallback for an empty name", "", "file"],
    ["uses the fallback for spaces", " \u00a0 ", "file"],
  ])("%s", (_, name, safe) => {
    expect(safeName(name, "file")).toBe(safe);
  });

  test.each(["con", "PRN", "aux.txt", "NUL.tar.gz", "com1", "LPT9.pdf", "COM¹", "conin$", "nul "])(
    "gets a leading underscore if it is a device name: %s",
    (name) => {
      expect(safeName(name, "file")).toBe(`_${name.trim()}`);
    },
  );

  test.each(["console.pdf", "auxiliary", "com10.pdf", "nullify.txt", "community"])(
    "is unchanged if it only starts like a device name: %s",
    (name) => {
      expect(safeName(name, "file")).toBe(name);
    },
  );
});

describe("a name that is too long", () => {
  test("is shortened before its extension", () => {
    const safe = safeName(`${"a".repeat(300)}.pdf`, "file");
    expect(safe).toBe(`${"a".repeat(116)}.pdf`);
  });

  test("is measured in bytes, not characters", () => {
    const safe = safeName(`${"ü".repeat(300)}.pdf`, "file");
    expect(safe).toBe(`${"ü".repeat(58)}.pdf`);
    expect(bytes(safe)).toBeLessThanOrEqual(120);
  });

  test("is cut between characters", () => {
    const family = "👩‍👩‍👧";
    expect(safeName(family.repeat(20), "file")).toBe(family.repeat(Math.floor(120 / bytes(family))));
  });

  test("does not end in a dot or space after the cut", () => {
    expect(safeName(`${"a".repeat(115)} .   ${"b".repeat(20)}.pdf`, "file")).toBe(`${"a".repeat(115)}.pdf`);
  });

  test("is cut at its end if the last dot is part of a sentence", () => {
    const safe = safeName(`v1.${"final version ".repeat(20)}`, "file");
    expect(bytes(safe)).toBeLessThanOrEqual(120);
    expect(safe.startsWith("v1.final version")).toBe(true);
  });

  test("stays within the limit with its number", () => {
    const name = numberedName("07", `${"ü".repeat(300)}.pdf`, { fallback: "file" });
    expect(bytes(name)).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^07 ü+\.pdf$/u);
  });
});

describe("a file that a double-click would run", () => {
  test.each([
    ..."lnk url scf library-ms searchConnector-ms search-ms appref-ms settingcontent-ms".split(" "),
    ..."exe com scr pif cpl bat cmd msi msp msix appinstaller application msc gadget".split(" "),
    ..."js jse vbs vbe wsf wsh wsc sct hta ps1 psc1 reg inf chm hlp jar jnlp py pyw xll".split(" "),
    ..."iso img vhd vhdx theme themepack rdp diagcab desktop command terminal inetloc webloc dmg pkg".split(
      " ",
    ),
    "{645FF040-5081-101B-9F08-00AA002F954E}",
    ..."html htm shtml xht xhtml svg svgz mht mhtml one onepkg".split(" "),
    ..."docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm".split(" "),
  ])("gets .blocked appended if it ends in .%s", (extension) => {
    expect(inertName(`01 scan.${extension}`)).toBe(`01 scan.${extension}.blocked`);
    expect(inertName(`01 scan.${extension.toUpperCase()}`)).toBe(
      `01 scan.${extension.toUpperCase()}.blocked`,
    );
    expect(inertName(`01 scan.pdf.${extension}`)).toBe(`01 scan.pdf.${extension}.blocked`);
  });

  test.each(["a.lnk.", "a.lnk . .", "a.lnk \u00a0", "a.l\u200bnk", "a.lnk\u202e", "a.txt:b.lnk"])(
    "gets .blocked appended if a cleaned name ends that way: %j",
    (name) => {
      expect(inertName(safeName(name, "file"))).toMatch(/\.lnk\.blocked$/u);
    },
  );

  test("gets .blocked appended if its end comes from shortening", () => {
    const name = numberedName("01", `${"a".repeat(113)}.lnk ${"b".repeat(20)}`, { fallback: "file" });
    expect(name).toMatch(/a\.lnk$/u);
    expect(inertName(name)).toMatch(/a\.lnk\.blocked$/u);
    expect(bytes(inertName(name))).toBeLessThanOrEqual(120);
  });

  test.each(["a.pdf", "exe", "a.exe.pdf", "a.lnk.blocked", "lnk.txt", "a.docx", "a.json", "a.company", "a."])(
    "is not assumed by other names: %s",
    (name) => {
      expect(inertName(name)).toBe(name);
    },
  );
});

describe("the end of a name", () => {
  test.each([
    ["is that of the stored type", "01 lease.html.txt", "application/pdf", "01 lease.html.txt.pdf"],
    ["is added where there is none", "01 lease", "image/jpeg", "01 lease.jpg"],
    ["may be any that the type has", "01 lease.JPEG", "image/jpeg", "01 lease.JPEG"],
    ["is the second of two", "01 lease.docx.tif", "image/tiff", "01 lease.docx.tif"],
    ["stays for a type that isn’t known", "01 lease.pages", "application/octet-stream", "01 lease.pages"],
    ["stays blocked", "01 lease.html", "application/pdf", "01 lease.html.blocked"],
  ])("%s", (_, name, mime, typed) => {
    expect(inertName(name, { mime })).toBe(typed);
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

describe("unique names", () => {
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

  test("stay within the limit with the added number", () => {
    const name = safeName(`${"a".repeat(300)}.pdf`, "file");
    const unique = uniqueName(name, taken(name));
    expect(bytes(unique)).toBeLessThanOrEqual(120);
    expect(unique).toMatch(/^a+ \(2\)\.pdf$/);
  });
});
