import { storedAddress } from "@sheaf/contract/email-address";
import { expect, describe, test } from "vitest";
import type { ReadList } from "./list.models.ts";
import { readList } from "./read-list.ts";

const file = (text: string) => readList(new Blob([text]));

const table = (read: ReadList) =>
  "list" in read ? [read.list.titles, ...read.list.rows.map(({ cells }) => cells)] : read;

const two = [
  ["Name", "Email", "Due"],
  ["Ana", "a@b.example", "30.01.2026"],
  ["Joel", "j@b.example", "06.02.2026"],
];
const lines = (separator: string) => two.map((row) => row.join(separator));

describe("the titles are found below the lines that a report has above them", () => {
  test.each([
    ["its name", "Client list 2026\n\n", ";"],
    ["its name with a comma", "Clients, Lisbon\n", ";"],
    ["its name in as many columns as the table", "Client list,,\n,,\n", ","],
    ["when and by whom it was made", "Made;2026-01-01\nBy;Nora Okafor\n", ";"],
    ["groups of columns", "Client,,\n", ","],
  ])("%s", async (_, above, separator) => {
    const read = await file(`${above}${lines(separator).join("\n")}\n`);
    expect(table(read)).toEqual(two);
  });

  test.each([
    ["who has no address", ["Ana", "", ""]],
    ["who has a name and a date alone", ["Ana", "", "30.01.2026"]],
    ["who has a note in a column without a title", ["Ana", "", "", "new"]],
  ])("but a person %s isn’t one of them", async (_, person) => {
    const read = await file([...lines(",").slice(0, 1), person.join(","), ...lines(",").slice(2)].join("\n"));
    expect("list" in read && read.list.rows.map(({ cells }) => cells[0])).toEqual(["Ana", "Joel"]);
    expect("list" in read && read.list.titles.slice(0, 2)).toEqual(["Name", "Email"]);
  });
});

describe("a row ends where its line ends", () => {
  const ends = ["\r\n", "\n", "\r", "\r\r\n"];
  test.each(ends.flatMap((first) => ends.map((second) => [first, second])))(
    "%j after the titles, %j after a person",
    async (first, second) => {
      const [titles, ...people] = lines(",");
      const text = `${titles}${first}${people.map((line) => line + second).join("")}`;
      expect(table(await file(text))).toEqual(two);
    },
  );
});

describe("cells are read as the program that wrote them intended", () => {
  test.each([
    ["quotation marks behind backslashes", String.raw`"Ana \"Annie\" Duarte"`, 'Ana "Annie" Duarte'],
    ["one at the start of a name", '"Annie" Duarte', '"Annie" Duarte'],
    ["a space before one", ' "Duarte, Ana"', "Duarte, Ana"],
    ["a number that is to stay as it is", '="0042"', "0042"],
    ["the same between quotation marks", '"=""0042"""', "0042"],
    ["UTF-8 that was read as Windows-1252", "JÃ¼rgen GroÃŸ", "Jürgen Groß"],
    ["the same in another script", "Ð˜Ð²Ð°Ð½", "Иван"],
    ["typographic marks among it", "Lâ€™Ã©cole", "L’école"],
    ["a capital before an apostrophe", "CAFÉ’S", "CAFÉ’S"],
    ["an apostrophe before a letter", "d’été", "d’été"],
    ["a space that doesn’t break", "JOSÉ\u00a0SILVA", "JOSÉ SILVA"],
    ["marks inside of a cell", '"Tamm, ""Jo"""', 'Tamm, "Jo"'],
    ["an empty cell after a space", ' ""', ""],
  ])("%s", async (_, written, read) => {
    for (const separator of [",", ";"]) {
      const text = `Name${separator}Email\n"Tamm${separator} Joel"${separator}j@b.example\n${written}${separator}a@b.example\n`;
      expect(table(await file(text))).toEqual([
        ["Name", "Email"],
        [`Tamm${separator} Joel`, "j@b.example"],
        [read, "a@b.example"],
      ]);
    }
  });

  test.each([
    "a@b.example;",
    "'a@b.example'",
    "“a@b.example”",
    "(a@b.example)",
    "a@b.example,",
    "Ana <a@b.example>;",
  ])("an address with what stood around it: %s", async (address) => {
    const read = await file(`Name\tEmail\nAna\t${address}\n`);
    expect("list" in read && read.list.rows.map(({ cells }) => storedAddress(cells[1] ?? ""))).toEqual([
      "a@b.example",
    ]);
  });

  test("letters that a program garbled, but not where some are right", async () => {
    const read = await file("Name,Email\nJÃ¼rgen,j@b.example\nZoë,z@b.example\n");
    expect("list" in read && read.list.rows.map(({ cells }) => cells[0])).toEqual(["JÃ¼rgen", "Zoë"]);
  });

  test.each(["Ana <a@b.example>", '"Ana <a@b.example>"'])("in a file with %s", async (address) => {
    for (const separator of [",", ";", "\t"]) {
      const read = await file(`Name${separator}Email\nAna${separator}${address}\n`);
      expect("list" in read && read.list.rows.map(({ cells }) => cells[1])).toEqual(["Ana <a@b.example>"]);
    }
  });

  test.each(["a@b.example; c@d.example", "o'neill'@", "Ana (new)"])(
    "but not other cells: %s",
    async (cell) => {
      const read = await file(`Name\tEmail\tNote\nAna\ta@b.example\t${cell}\n`);
      expect("list" in read && read.list.rows[0]?.cells[2]).toBe(cell);
    },
  );

  test.each(['"sep=;"', "SEP=;", "sep=;;;", "sep=; "])("the separator that is named as %s", async (line) => {
    expect(table(await file(`${line}\r\n${lines(";").join("\r\n")}`))).toEqual(two);
  });
});

test("empty columns and rows at the end are no part of a list", async () => {
  expect(table(await file(`${lines(",").join(",,,\n")},,,\n,,,,,\n`))).toEqual(two);
});

// Backtracking took forty seconds for each of these.
test.each([
  ["line ends of old Macs", "\r"],
  ["marks around an address", ";"],
])("a run of %s is read in one go", async (_, character) => {
  const read = await file(`Name\tEmail\nAna\t@${character.repeat(200_000)}x\nJoel\tj@b.example\n`);
  expect("list" in read && read.list.rows.at(-1)?.cells).toEqual(["Joel", "j@b.example"]);
});
