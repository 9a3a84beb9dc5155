import { describe, expect, test } from "vitest";
import { toPastedItems, toTitles } from "./pasted-lines.models.ts";

describe("a pasted list is split into items", () => {
  test.each([
    ["plain lines", "Payslips\nBank statement", ["Payslips", "Bank statement"]],
    ["lines of a Windows document", "Payslips\r\nBank statement\r\n", ["Payslips", "Bank statement"]],
    ["lines of an old Mac", "Payslips\rBank statement", ["Payslips", "Bank statement"]],
    [
      "line separators of some email programs",
      "Payslips\u2028Bank statement",
      ["Payslips", "Bank statement"],
    ],
    ["blank lines between", "Payslips\n\n   \n\t\nBank statement", ["Payslips", "Bank statement"]],
    ["dashes and stars", "- Payslips\n* Bank statement\n– Letter", ["Payslips", "Bank statement", "Letter"]],
    [
      "bullets, with and without a space",
      "• Payslips\n•Bank statement\n● Letter",
      ["Payslips", "Bank statement", "Letter"],
    ],
    ["numbers", "1. Payslips\n2) Bank statement\n(3) Letter", ["Payslips", "Bank statement", "Letter"]],
    ["letters", "a) Payslips\n(b) Bank statement", ["Payslips", "Bank statement"]],
    [
      "tick boxes",
      "- [ ] Payslips\n- [x] Bank statement\n☐ Letter",
      ["Payslips", "Bank statement", "Letter"],
    ],
    ["tabs and doubled spaces", "1.\tPayslips  January\tto March", ["Payslips January to March"]],
    ["a mark with nothing after it", "-\n3.\nPayslips", ["Payslips"]],
    ["nothing at all", " \n ", []],
  ])("%s", (_, text, titles) => {
    expect(toTitles(text)).toEqual(titles);
  });
});

describe("text that only looks like a list marker is preserved", () => {
  test.each([
    ["a year", "2026 tax return"],
    ["a year in brackets", "(2026) tax return"],
    ["a decimal number", "1.5 % rate letter"],
    ["an initial", "A. Smith’s passport"],
    ["a word with a hyphen", "E-mail from the bank"],
    ["a negative amount", "-200 refund slip"],
    ["a form’s number", "1099-INT"],
  ])("%s", (_, title) => {
    expect(toTitles(title)).toEqual([title]);
  });
});

test("a line that is too long is not cut", () => {
  const long = "a".repeat(400);
  expect(toTitles(long)).toEqual([long]);
});

test.each([
  ["Payslips (optional)", "Payslips", false],
  ["Payslips [Optional]", "Payslips", false],
  ["Payslips （optional）", "Payslips", false],
  ["Payslips – optional", "Payslips", false],
  ["Payslips (required)", "Payslips", true],
  ["Payslips (if optional)", "Payslips (if optional)", true],
  ["Optional extras", "Optional extras", true],
  ["(optional)", "(optional)", true],
])("%s says whether the item is needed", (line, title, isRequired) => {
  expect(toPastedItems(line)).toEqual([{ title, isRequired, section: null }]);
});

describe("a line that ends with a colon", () => {
  const pasted = (text: string) => toPastedItems(text).map(({ title, section }) => [section, title]);

  test("is the heading of the lines below it", () => {
    expect(pasted("Rent letter\nIdentity:\n- Passport\n- ID card\nIncome :\n- Payslips")).toEqual([
      [null, "Rent letter"],
      ["Identity", "Passport"],
      ["Identity", "ID card"],
      ["Income", "Payslips"],
    ]);
  });

  test("is an item if nothing follows that it could be the heading of", () => {
    expect(pasted("Identity:")).toEqual([[null, "Identity:"]]);
    expect(pasted("Passport\nIncome:")).toEqual([
      [null, "Passport"],
      [null, "Income:"],
    ]);
    expect(pasted("Identity:\nIncome:\nPayslips")).toEqual([
      [null, "Identity:"],
      ["Income", "Payslips"],
    ]);
  });
});
