import { limits } from "@sheaf/contract/limits";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { ReadList } from "./list.models.ts";
import { readList } from "./read-list.ts";

const file = (bytes: Uint8Array<ArrayBuffer> | string) => readList(new Blob([bytes]));
const table = (read: ReadList) =>
  "list" in read ? [read.list.titles, ...read.list.rows.map(({ cells }) => cells)] : read;

const people = [
  ["Client name", "E-Mail", "Deadline"],
  ["Ana Duarte", "ana@duarte.example", "30.01.2026"],
  ["Jürgen Groß", "juergen@gross.example", "06.02.2026"],
];
const csv = (separator = ",", lineEnd = "\r\n") => people.map((row) => row.join(separator)).join(lineEnd);
const utf16 = (text: string, isBigEndian: boolean, mark: number[]) =>
  Uint8Array.from([
    ...mark,
    ...Array.from(text, (letter) => letter.charCodeAt(0)).flatMap((code) => {
      return isBigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  ]);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("a CSV file is read", () => {
  test.each([
    ["with commas", csv()],
    ["with semicolons", csv(";")],
    ["with tabs, as pasted from a spreadsheet", csv("\t")],
    ["with another system's line ends", csv(",", "\n")],
    ["with quotation marks", people.map((row) => row.map((cell) => `"${cell}"`).join(";")).join("\n")],
    ["with the separator that Excel names in the first line", `sep=;\r\n${csv(";")}`],
    ["with a byte order mark", `\ufeff${csv()}`],
    ["with empty lines", `\n${csv().replaceAll("\r\n", "\r\n\r\n")}\n,,\n`],
  ])("%s", async (_, text) => {
    expect(table(await file(text))).toEqual(people);
    expect(table(await readList(text))).toEqual(people);
  });

  test.each([
    ["UTF-16 from Windows", utf16(csv("\t"), false, [0xff, 0xfe])],
    ["UTF-16 from an old Mac", utf16(csv("\t"), true, [0xfe, 0xff])],
    ["UTF-16 without a byte order mark", utf16(csv("\t"), false, [])],
  ])("in %s", async (_, bytes) => {
    expect(table(await file(bytes))).toEqual(people);
  });

  test("in Windows-1252, and says so", async () => {
    const read = await file(latin(csv(";")));
    expect(table(read)).toEqual(people);
    expect(read).toMatchObject({ list: { doubt: "windows" } });
  });

  test("with letters that were lost before, and says so", async () => {
    expect(await file(csv().replace("ü", "\ufffd"))).toMatchObject({ list: { doubt: "replaced" } });
  });

  test("with the numbers that a spreadsheet gives its rows", async () => {
    const read = await file("Name,Email\n\nAna,a@b.example\nJoel,j@b.example");
    expect("list" in read && read.list.rows.map(({ number }) => number)).toEqual([3, 4]);
  });

  test("without titles, if it begins with a person", async () => {
    expect(table(await file("ana@duarte.example\njoel@tamm.example"))).toEqual([
      ["Column A"],
      ["ana@duarte.example"],
      ["joel@tamm.example"],
    ]);
  });

  test("whose cells look like formulas, as text", async () => {
    const formulas = ['=HYPERLINK("https://a.example")', "+351 123", "-5", "@SUM(A1)"];
    const read = await file(
      `Name,Email\n${formulas.map((name, n) => `"${name.replaceAll('"', '""')}",a${n}@b.example`).join("\n")}`,
    );
    expect("list" in read && read.list.rows.map(({ cells }) => cells[0])).toEqual(formulas);
  });
});

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The least that makes an Excel file. A number is a cell in the format of a date. */
function excel(rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const cells = rows.map(
    (row, y) =>
      `<row r="${y + 1}">${row
        .map((cell, x) => {
          const at = `${String.fromCodePoint(65 + x)}${y + 1}`;
          return typeof cell === "number"
            ? `<c r="${at}" s="1"><v>${cell}</v></c>`
            : `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
        })
        .join("")}</row>`,
  );
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Clients" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${cells.join("")}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
}

test("an Excel file is read, with its dates as days", async () => {
  // 46052 is the 30th of January 2026.
  const bytes = excel([
    ["Client name", "E-Mail", "Deadline"],
    ["=Ana & Co", "ana@duarte.example", 46_052],
  ]);
  expect(table(await file(bytes))).toEqual([
    ["Client name", "E-Mail", "Deadline"],
    ["=Ana & Co", "ana@duarte.example", "2026-01-30"],
  ]);
});

describe("a list is refused with the reason", () => {
  const rows = (count: number) =>
    `Name,Email\n${Array.from({ length: count }, (_, n) => `Client,client-${n}@b.example`).join("\n")}`;

  test.each([
    ["that is empty", "", { problem: "list.empty" }],
    ["that has titles alone", "Name,Email\n", { problem: "list.empty" }],
    ["that is too long", rows(5_000), { problem: "list.too_many", rows: 5_000 }],
    ["with an open quotation mark", 'Name,Email\n"Ana,ana@b.example\n', { problem: "list.quotes" }],
    ["that is a PDF", "%PDF-1.7\nhello", { problem: "list.unreadable" }],
    ["that is no text", Uint8Array.from([1, 2, 3, 0, 255, 4]), { problem: "list.unreadable" }],
    [
      "in an old format of Excel, or with a password",
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      { problem: "list.old_excel" },
    ],
    ["that is another zip", zipSync({ "a.txt": strToU8("a") }), { problem: "list.unreadable" }],
    [
      "that unpacks to more than a computer should hold",
      zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(201 * 1024 * 1024) }),
      { problem: "list.too_large" },
    ],
  ])("%s", async (_, content, problem) => {
    expect(await file(content)).toEqual(problem);
  });

  test("but not one that is as long as it may be", async () => {
    const read = await file(rows(limits.bulkPeople));
    expect("list" in read && read.list.rows.length).toBe(limits.bulkPeople);
  });
});
