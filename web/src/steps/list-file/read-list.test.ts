import { limits } from "@sheaf/contract/limits";
import { strToU8, zipSync } from "fflate";
import { readFileSync } from "node:fs";
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
    expect(read).toMatchObject({ list: { doubt: "encoding", encoding: "windows-1252" } });
  });

  test.each([
    ["windows-1250", [0x8a, 0xed, 0x9a, 0xe1], "Šíšá"],
    ["windows-1251", [0xc8, 0xe2, 0xe0, 0xed], "Иван"],
    ["koi8-r", [0xe9, 0xd7, 0xc1, 0xce], "Иван"],
    ["windows-1253", [0xc1, 0xed, 0xed, 0xe1], "Αννα"],
    ["shift_jis", [0x93, 0x63, 0x92, 0x86], "田中"],
    ["gb18030", [0xcd, 0xf5, 0xce, 0xb0], "王伟"],
    ["macintosh", [0x5a, 0x6f, 0x91], "Zoë"],
  ] as const)("in %s, once it is chosen", async (encoding, name, read) => {
    const bytes = new Uint8Array([...latin("Name;Email\n"), ...name, ...latin(";a@b.example\n")]);
    expect(await readList(new Blob([bytes]), { encoding })).toMatchObject({
      list: { rows: [{ cells: [read, "a@b.example"] }], encoding },
    });
  });

  test("in UTF-8 regardless of the chosen encoding, because UTF-8 is certain", async () => {
    const read = await readList(new Blob([csv()]), { encoding: "windows-1251" });
    expect(table(read)).toEqual(people);
    expect(read).not.toHaveProperty("list.encoding");
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

interface Sheet {
  name: string;
  state?: string;
  /** A number is a cell in the format of a date. */
  rows: readonly (readonly (string | number)[])[];
  /** Instead of rows. */
  xml?: string;
}

const rowsXml = (rows: Sheet["rows"]) =>
  rows
    .map(
      (row, y) =>
        `<row r="${y + 1}">${row
          .map((cell, x) => {
            const at = `${String.fromCodePoint(65 + x)}${y + 1}`;
            return typeof cell === "number"
              ? `<c r="${at}" s="1"><v>${cell}</v></c>`
              : `<c r="${at}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
          })
          .join("")}</row>`,
    )
    .join("");

/** The least that makes an Excel file. */
function excel(
  sheets: readonly Sheet[],
  zipName: (part: string) => string = (part) => part,
): Uint8Array<ArrayBuffer> {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const parts = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map(({ name, state = "visible" }, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" state="${state}" r:id="r${n}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}">${sheets.map((_, n) => `<Relationship Id="r${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join("")}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows, xml = rowsXml(rows) }, n) => [
        `xl/worksheets/sheet${n}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${xml}</sheetData></worksheet>`,
      ]),
    ),
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, text]) => [zipName(path), strToU8(text)])),
  );
}

const farCell = excel([
  { name: "Clients", rows: [], xml: '<row r="1048576"><c r="CV1048576" t="str"><v>far</v></c></row>' },
]);

test("an Excel file is read, with its dates as days", async () => {
  // 46052 is the 30th of January 2026.
  const rows = [
    ["Client name", "E-Mail", "Deadline"],
    ["=Ana & Co", "ana@duarte.example", 46_052],
  ];
  const bytes = excel([{ name: "Clients", rows }]);
  expect(table(await file(bytes))).toEqual([
    ["Client name", "E-Mail", "Deadline"],
    ["=Ana & Co", "ana@duarte.example", "2026-01-30"],
  ]);
});

const world = (name: string) =>
  readFileSync(new URL(`../../../../e2e/fixtures/world/${name}`, import.meta.url));

const separators = [",", ";", "\t", "|"];
const few = Array.from({ length: 9 }, (_, n) => n + 1);

describe("however few people there are, the separator is found", () => {
  const person = (n: number) => [`Client ${n}`, `client-${n}@b.example`];
  const rows = (count: number) => [["Name", "Email"], ...few.slice(0, count).map(person)];

  test.each(separators.flatMap((separator) => few.map((count) => ({ separator, count }))))(
    "$count with $separator",
    async ({ separator, count }) => {
      const lines = rows(count).map((row) => row.join(separator));
      const blankInside = [...lines.slice(0, 2), "", ...lines.slice(2)];
      for (const text of [lines.join("\n"), `${lines.join("\r\n")}\r\n`, `${blankInside.join("\n")}\n\n`]) {
        expect(table(await file(text))).toEqual(rows(count));
        expect(table(await readList(text))).toEqual(rows(count));
      }
    },
  );

  test("in a file with one column", async () => {
    expect(table(await file("Email\na@b.example\n"))).toEqual([["Email"], ["a@b.example"]]);
  });

  test.each([
    ["names with commas", "Name, first;Email\nDuarte, Ana;a@b.example\nTamm, Joel;j@b.example\n"],
    ["numbers with commas", "Name\tEmail\tFee\nAna\ta@b.example\t120,5\nJoel\tj@b.example\t2,35\n"],
    ["line breaks inside of a cell", 'Name;Email\n"Ana\nDuarte\n\nLda";a@b.example\n"Joel";j@b.example\n'],
  ])("beside %s", async (_, text) => {
    const read = await file(text);
    expect("list" in read && read.list.rows.map(({ cells }) => cells[1])).toEqual([
      "a@b.example",
      "j@b.example",
    ]);
  });

  test("in a small file that Excel wrote", async () => {
    const read = await file(Uint8Array.from(world("n1-two-columns.csv")));
    expect(read).toMatchObject({ list: { titles: ["Name", "Email"] } });
  });
});

describe("an Excel file is read as Excel shows it", () => {
  test("without the addresses of cells, which some services leave out", async () => {
    expect(table(await file(Uint8Array.from(world("x1-no-addresses.xlsx"))))).toEqual([
      ["Name", "Email"],
      ["Ana Duarte", "ana@duarte.example"],
      ["Joel Tamm", "joel@tamm.example"],
      ["Mia Roos", "mia@roos.example"],
    ]);
  });

  test("with the addresses of some cells alone", async () => {
    const cell = (text: string, at = "") => `<c ${at} t="inlineStr"><is><t>${text}</t></is></c>`;
    const xml =
      `<row r="3">${cell("Name", 'r="B3"')}${cell("Email")}</row>` +
      `<row>${cell("", 'r="A4"')}${cell("Ana")}${cell("a@b.example")}</row>`;
    const read = await file(excel([{ name: "Clients", rows: [], xml }]));
    expect(table(read)).toEqual([
      ["Column A", "Name", "Email"],
      ["", "Ana", "a@b.example"],
    ]);
    expect("list" in read && read.list.rows[0]?.number).toBe(4);
  });

  test("without the rows that a filter hides, unless they are wanted", async () => {
    const filtered = new Blob([Uint8Array.from(world("x2-filtered.xlsx"))]);
    const shown = await readList(filtered);
    expect(shown).toMatchObject({ list: { sheet: { name: "Clients", hiddenRows: 28, withHidden: false } } });
    expect("list" in shown && shown.list.rows.map(({ number }) => number)).toEqual([30, 31]);
    const all = await readList(filtered, { withHidden: true });
    expect(all).toMatchObject({ list: { sheet: { hiddenRows: 28, withHidden: true } } });
    expect("list" in all && all.list.rows).toHaveLength(30);
  });

  const two = [
    ["Name", "Email", "Due"],
    ["Ana", "a@b.example", "30.01.2026"],
    ["Joel", "j@b.example", "06.02.2026"],
  ];

  test("with the titles below the name of a report, and the rows’ numbers in the file", async () => {
    const read = await file(excel([{ name: "Clients", rows: [["Client list 2026"], [], ...two] }]));
    expect(table(read)).toEqual(two);
    expect("list" in read && read.list.rows.map(({ number }) => number)).toEqual([4, 5]);
  });

  test("without columns that are formatted and empty", async () => {
    const formatted = excel([{ name: "Clients", rows: two.map((row) => [...row, "", "", ""]) }]);
    expect(table(await file(formatted))).toEqual(two);
  });

  test.each([
    ["backslashes in the names of its parts", (part: string) => part.replaceAll("/", "\\")],
    ["capitals in the names of its parts", (part: string) => part.replace("sheet0", "Sheet0")],
  ])("with %s", async (_, zipName) => {
    expect(table(await file(excel([{ name: "Clients", rows: two }], zipName)))).toEqual(two);
  });

  const titled = (person: string) => [
    ["Name", "Email"],
    [person, "a@b.example"],
  ];
  const sheets = [
    { name: "Left in 2024", state: "hidden", rows: titled("Gone") },
    { name: "Settings", state: "veryHidden", rows: titled("Code") },
    { name: "Read me", rows: [] },
    { name: "Clients & friends", rows: titled("Ana") },
    { name: "Partners", rows: titled("Joel") },
  ];

  test("from the first sheet that is visible and has people, or another that is visible", async () => {
    const bytes = excel(sheets);
    const names = ["Read me", "Clients & friends", "Partners"];
    const first = await file(bytes);
    expect(table(first)).toEqual(titled("Ana"));
    expect(first).toMatchObject({ list: { sheet: { name: "Clients & friends", names } } });
    const other = await readList(new Blob([bytes]), { sheet: "Partners" });
    expect(table(other)).toEqual(titled("Joel"));
    expect(other).toMatchObject({ list: { sheet: { name: "Partners", names } } });
    expect(await readList(new Blob([bytes]), { sheet: "Read me" })).toEqual({ problem: "list.empty" });
  });

  test("or says that it can’t be read, when it is cut off", async () => {
    for (const name of ["x1-no-addresses.xlsx", "x2-filtered.xlsx"]) {
      const bytes = Uint8Array.from(world(name));
      for (const part of [0.1, 0.5, 0.9]) {
        expect(await file(bytes.slice(0, bytes.length * part))).toEqual({ problem: "list.unreadable_excel" });
      }
    }
  });
});

describe("a list is refused with the reason", () => {
  const rows = (count: number) =>
    `Name,Email\n${Array.from({ length: count }, (_, n) => `Client,client-${n}@b.example`).join("\n")}`;

  test.each([
    ["that is empty", "", { problem: "list.empty" }],
    ["that has titles alone", "Name,Email\n", { problem: "list.empty" }],
    ["that is too long", rows(5_000), { problem: "list.too_many", rows: 5_000 }],
    ["with an open quotation mark", 'Name,Email\n"Ana,ana@b.example\n', { problem: "list.quotes" }],
    [
      "with an open quotation mark on a separate line",
      'Name,Email\n"Annie" D,a@b.example\n"Joel,j@b.example\n',
      { problem: "list.quotes" },
    ],
    ["that is a PDF", "%PDF-1.7\nhello", { problem: "list.unreadable" }],
    ["that is no text", Uint8Array.from([1, 2, 3, 0, 255, 4]), { problem: "list.unreadable" }],
    [
      "in an old format of Excel, or with a password",
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      { problem: "list.old_excel" },
    ],
    ["that is another zip", zipSync({ "a.txt": strToU8("a") }), { problem: "list.unreadable_excel" }],
    ["with a cell beyond what a computer should hold", farCell, { problem: "list.unreadable_excel" }],
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
