import { describe, expect, test } from "vitest";
import { item, question, storedFile } from "../../data/items/item.fixtures.ts";
import { toArchive } from "./archive.models.ts";
import { localCsv, stableCsv, toCell } from "../../lib/csv.ts";
import { nobody } from "./download.fixtures.ts";
import { toIndexCsv } from "./index-csv.models.ts";
import { toHtml, toIndexHtml } from "./index-html.models.ts";
import { toQuestionsCsv } from "./questions-csv.models.ts";

const archive = toArchive({
  items: [
    item({
      title: "Payslips",
      state: "accepted",
      files: [storedFile({ id: "f1", name: "january.pdf" }), storedFile({ id: "f2", name: "=HYPERLINK(1)" })],
    }),
    item({ title: "Bank statement", state: "returned", reason: "Page 2 is cut off." }),
    item({ title: "Proof of address", isRequired: false }),
    item({ title: "Pension", state: "waived", answer: { kind: "not_applicable", text: "I have none" } }),
    item({ title: "Tax number", kind: "text", state: "submitted", answer: { kind: "text", text: "12/345" } }),
    item({ title: "Moved in", kind: "date", answer: { kind: "date", text: "2024-02-29" } }),
    item({ title: "Income", kind: "choice", answer: { kind: "choice", text: "Salary\nRent, net" } }),
    item({ title: "Married", kind: "yes_no", answer: { kind: "yes_no", text: "no" } }),
  ],
});

const withShortcut = toArchive({
  items: [
    item({
      title: "Payslips",
      files: [storedFile({ id: "f1", name: "scan.lnk" }), storedFile({ id: "f2", name: "a.pdf" })],
    }),
  ],
});

describe.each([
  ["spreadsheet", (archive: ReturnType<typeof toArchive>) => toIndexCsv(archive, nobody)],
  ["page", (archive: ReturnType<typeof toArchive>) => toIndexHtml(archive, "Tax return")],
])("decisions in the index as a %s", (_, toIndex) => {
  const files = [
    storedFile({ id: "f1", name: "b.pdf", verdict: "returned", verdictReason: "Too dark." }),
    storedFile({ id: "f2", name: "c.pdf", isAddedByMember: true }),
  ];
  const decided = { state: "accepted", isReceivedElsewhere: true, reason: "By post." } as const;
  const index = toIndex(toArchive({ items: [item({ ...decided, files })] }));

  test("name the files that were returned or added by a member, and the item received another way", () => {
    expect(index).toContain("Returned: Too dark.");
    expect(index.match(/Added by the requester\./gu)).toHaveLength(1);
    expect(index).toContain("accepted, received another way");
    expect(index).toContain("By post.");
    expect(index).not.toContain("Returned: By post.");
  });
});

test("questions are a table, in which no text is a formula, and stand below their item on the page", () => {
  const talk = toArchive({ items: [item(), item({ title: "Bank statement", questions: [question] })] });
  expect(toQuestionsCsv(talk, stableCsv).split("\r\n")).toEqual([
    '"Number","Item","Question","Time","Person","Side","Text","Resolved"',
    `"02","Bank statement","1","2026-11-20T10:00:00.000Z","Anna <Lind>","recipient","'=Which year?","yes"`,
    '"02","Bank statement","1","2026-11-20T11:00:00.000Z","Nora Okafor","member","2025","yes"',
    "",
  ]);
  const page = toIndexHtml(talk, "Tax return");
  expect(page).toContain("<bdi>Anna &lt;Lind&gt;</bdi></b>, 2026-11-20 10:00 UTC</p><p>=Which year?</p>");
  expect(page.indexOf("=Which year?")).toBeGreaterThan(page.indexOf("Bank statement"));
});

describe("the index for spreadsheets", () => {
  const lines = toIndexCsv(archive, nobody).split("\r\n");

  test("has a line for every file and for every item without files", () => {
    expect(lines).toHaveLength(1 + 9 + 1);
    expect(lines.at(-1)).toBe("");
  });

  test("lists missing items", () => {
    expect(lines[4]).toBe(
      '"03","","Proof of address","optional","missing","1","","","","","","","","","","","",""',
    );
  });

  test("has the reasons for returned and unneeded items", () => {
    expect(lines[3]).toContain('"returned"');
    expect(lines[3]).toContain('"Page 2 is cut off."');
    expect(lines[5]).toContain('"Doesn’t apply: I have none"');
  });

  test("has numbers that people wrote as they wrote them, for spreadsheets and for programs", () => {
    const answer = { kind: "text", text: "0042" } as const;
    const numbered = toArchive({
      items: [
        item({
          section: "1-2",
          title: "3/4",
          answer,
          reason: "1,250",
          files: [storedFile({ name: "12E5" })],
        }),
      ],
    });
    const cells = ["1-2", "3/4", "12E5", "0042", "1,250"];
    const [, forPeople = ""] = toIndexCsv(numbered, nobody, localCsv({ locale: "en-GB" })).split("\r\n");
    const [, forPrograms = ""] = toIndexCsv(numbered, nobody, stableCsv).split("\r\n");
    for (const cell of cells) {
      expect(forPeople).toContain(`,"'${cell}"`);
      expect(forPrograms).toContain(`,"${cell}"`);
    }
  });

  test("has answers of every kind in words, and dates as spreadsheets read them", () => {
    expect(lines.slice(6, 10).map((line) => line.split('","').at(-3))).toEqual([
      "12/345",
      "2024-02-29",
      "Salary; Rent, net",
      "No",
    ]);
  });

  test("has every file's path, size and hash", () => {
    expect(lines[1]).toContain(`"01 Payslips/01 january.pdf","january.pdf","12","${"ab".repeat(32)}"`);
  });

  test("keeps the size beside a name of right-to-left letters", () => {
    const page = toIndexHtml(
      toArchive({ items: [item({ files: [storedFile({ name: "חוזה", size: 12 })] })] }),
      "x",
    );
    expect(page).toContain(">חוזה</a></bdi>, 12 bytes");
  });

  test("says who wrote an answer", () => {
    const written = item({ id: "i1", kind: "text", answer: { kind: "text", text: "12/345" } });
    const sent = new Map([["i1", "Mats Lind"]]);
    const [, line] = toIndexCsv(toArchive({ items: [written] }), { sent, decided: new Map() }).split("\r\n");
    expect(line).toContain('"Mats Lind"');
    const [, missing] = toIndexCsv(toArchive({ items: [{ ...written, answer: null }] }), {
      sent,
      decided: new Map(),
    }).split("\r\n");
    expect(missing).not.toContain("Mats Lind");
  });

  test("says who sent a file, what the check found, its verdict, and who decided", () => {
    const files = [
      storedFile({ id: "f1", check: "damaged", verdict: "returned", verdictReason: "Too dark." }),
    ];
    const decided = toArchive({ items: [item({ id: "i1", state: "returned", files })] });
    const [, line] = toIndexCsv(decided, {
      sent: new Map([["f1", "Anna Lind"]]),
      decided: new Map([["i1", "Nora Okafor"]]),
    }).split("\r\n");
    expect(line).toContain('"Anna Lind","changed since it was sent","returned"');
    expect(line?.endsWith('"Nora Okafor"')).toBe(true);
  });

  test("says which files were renamed, and why", () => {
    expect(toIndexCsv(withShortcut, nobody)).toContain('"01 Payslips/01 scan.lnk.blocked","scan.lnk"');
    expect(toIndexCsv(withShortcut, nobody).match(/Renamed/gu)).toHaveLength(1);
    expect(toIndexCsv(withShortcut, nobody)).toContain(
      "because opening a file of this type can run a program",
    );
  });

  test("is recognised as UTF-8 by spreadsheets", () => {
    expect(lines[0]?.startsWith("\uFEFF")).toBe(true);
  });
});

describe("a spreadsheet cell", () => {
  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "\n=1", "|calc", "%0", "＝1"])(
    "is never evaluated as a formula: %j",
    (text) => {
      expect(toCell(text).startsWith(`"'`)).toBe(true);
    },
  );

  test.each([
    ["plain", '"plain"'],
    ['He said "no"', '"He said ""no"""'],
    ["a,b;c", '"a,b;c"'],
    ["", '""'],
    ["2026-11-20", '"2026-11-20"'],
  ])("that is no formula is only quoted: %j", (text, cell) => {
    expect(toCell(text)).toBe(cell);
  });
});

describe("the index for reading", () => {
  test("names every item, including missing ones", () => {
    const page = toIndexHtml(archive, "Tax return");
    for (const title of ["01 Payslips", "02 Bank statement", "03 Proof of address", "05 Tax number"]) {
      expect(page).toContain(`<h2>${title}</h2>`);
    }
    expect(page).toContain("Optional, missing");
  });

  test("links to every file, with any characters in its name", () => {
    const page = toIndexHtml(
      toArchive({
        items: [item({ title: "100 % & more", files: [storedFile({ name: "a#b.pdf" })] })],
      }),
      "x",
    );
    expect(page).toContain('href="01%20100%20%25%20%26%20more/01%20a%23b.pdf"');
  });

  test("says who sent a file, what the check found, its verdict, and who decided", () => {
    const files = [
      storedFile({ id: "f1", check: "damaged", verdict: "returned", verdictReason: "Too dark." }),
    ];
    const decided = toArchive({ items: [item({ id: "i1", state: "returned", files })] });
    const [, line] = toIndexCsv(decided, {
      sent: new Map([["f1", "Anna Lind"]]),
      decided: new Map([["i1", "Nora Okafor"]]),
    }).split("\r\n");
    expect(line).toContain('"Anna Lind","changed since it was sent","returned"');
    expect(line?.endsWith('"Nora Okafor"')).toBe(true);
  });

  test("says which files were renamed, and why", () => {
    const page = toIndexHtml(withShortcut, "x");
    expect(page).toContain('href="01%20Payslips/01%20scan.lnk.blocked">scan.lnk</a>');
    expect(page.match(/Renamed/gu)).toHaveLength(1);
    expect(page).toContain("because opening a file of this type can run a program");
  });

  test("escapes titles, answers and file names", () => {
    const evil = `<script>alert("1")</script><img src=x onerror='1'>`;
    const page = toIndexHtml(
      toArchive({
        items: [item({ title: evil, reason: evil, files: [storedFile({ name: evil })] })],
      }),
      evil,
    );
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<img");
    expect(toHtml(evil)).toBe(
      "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;1&#39;&gt;",
    );
  });
});

test("both indexes name the sections, and how many files were asked for", () => {
  const grouped = toArchive({
    items: [
      item({ title: "Passport" }),
      item({ title: "Payslips", section: "Income & more", expectedFiles: 3, files: [storedFile()] }),
    ],
  });
  const rows = toIndexCsv(grouped, nobody).split("\r\n");
  expect(rows[1]).toMatch(/^"01","","Passport","required","missing","1"/u);
  expect(rows[2]).toMatch(/^"02","Income & more","Payslips","required","missing","3"/u);
  const page = toIndexHtml(grouped, "x");
  expect(page).toMatch(/<h2>01 Passport.*<h2>Income &amp; more<\/h2>\n<h3>02 Payslips/su);
  expect(page).toContain("Required, missing, 1 of 3 files");
});

test("both indexes list the files that are set aside, without a path or a link", () => {
  const files = [
    storedFile({ id: "f1", name: "a.pdf" }),
    storedFile({ id: "f2", name: "b.pdf", isSetAside: true }),
  ];
  const content = toArchive({ items: [item({ files })] });
  const line = toIndexCsv(content, nobody).split("\r\n")[2];
  expect(line).toContain('"","b.pdf","12"');
  expect(line).toContain('"Set aside: left out of this download."');
  const page = toIndexHtml(content, "x");
  expect(page.match(/<li><bdi><a href=/gu)).toHaveLength(1);
  expect(page).toMatch(/<li><bdi>b\.pdf<\/bdi>, 12 bytes.*Set aside: left out of this download\./u);
});

test("both indexes say which files could not be verified, with both hashes", () => {
  const files = [storedFile({ id: "f1", name: "a.pdf" }), storedFile({ id: "f2", name: "b.pdf" })];
  const damaged = toArchive({ items: [item({ files })] }, new Map([["f2", "cd".repeat(32)]]));
  for (const index of [toIndexCsv(damaged, nobody), toIndexHtml(damaged, "x")]) {
    expect(index.match(/SHA-256 is (?:cd){32}/gu)).toHaveLength(1);
    expect(index.match(/(?:ab){32}/gu)).toHaveLength(2);
  }
  expect(toIndexHtml(damaged, "x")).toContain("Every file outside the folder “Could not be verified” was");
  expect(toIndexHtml(archive, "x")).toContain("Every file in this download was verified");
});
