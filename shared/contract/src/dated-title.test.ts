import { expect, test } from "vitest";
import { datedTitle, titlePattern } from "./dated-title.ts";

test.each([
  ["Payslips {month} {year}", "2026-12-01", "Payslips December 2026"],
  ["Bank statements {last month} {year}", "2027-01-04", "Bank statements December 2026"],
  ["Bank statements {last month} {year}", "2027-02-04", "Bank statements January 2027"],
  ["{last month} to {month} {year}", "2027-01-31", "December to January 2027"],
  ["Tax return {last year}", "2027-03-01", "Tax return 2026"],
  ["{Month} {day} {", "2027-03-01", "{Month} {day} {"],
  ["No placeholder", "2027-03-01", "No placeholder"],
])("%s on %s is “%s”", (title, day, dated) => {
  expect(datedTitle(title, day)).toBe(dated);
});

test("a title that grows too long is cut", () => {
  expect(datedTitle(`${"a".repeat(153)}{month}`, "2026-09-01")).toBe(`${"a".repeat(153)}Septemb`);
});

test("a title that is cut behind a word doesn't end in a space", () => {
  expect(datedTitle(`${"a".repeat(150)} {year} {month}`, "2026-09-01")).toBe(`${"a".repeat(150)} 2026 Sept`);
  expect(datedTitle(`${"a".repeat(154)} {year} {month}`, "2026-09-01")).toBe(`${"a".repeat(154)} 2026`);
});

test.each([
  ["Payslips November 2026", "2026-11-30", "Payslips {month} {year}"],
  ["Payslips October 2026", "2026-11-02", "Payslips {last month} {year}"],
  ["Payslips December 2026", "2027-01-02", "Payslips {last month} {year}"],
  ["Tax return 2025", "2026-05-02", "Tax return {last year}"],
  ["Tax return 2025/2026", "2026-05-02", "Tax return {last year}/{year}"],
  ["VAT September 2026", "2026-11-02", "VAT September {year}"],
  ["Form 20261, Mayor’s office", "2026-05-02", "Form 20261, Mayor’s office"],
  ["Flat 3", "2026-05-02", "Flat 3"],
  ["Payslips for April Jones", "2026-04-30", "Payslips for April Jones"],
  ["Payslips for April Jones, April 2026", "2026-04-30", "Payslips for April Jones, {month} {year}"],
  ["May Lind: books for 2026/May", "2026-05-02", "May Lind: books for {year}/{month}"],
  ["2026 April books", "2026-05-02", "{year} {last month} books"],
  ["Books for December 2025 (draft)", "2026-01-05", "Books for {last month} {year} (draft)"],
  ["Census April 2011", "2026-04-30", "Census April 2011"],
  ["Payslips (April)", "2026-04-30", "Payslips ({month})"],
  ["Receipts for April and May", "2026-05-30", "Receipts for {last month} and {month}"],
  ["April–May 2026, VAT", "2026-05-30", "{last month}–{month} {year}, VAT"],
  ["VAT Q4 2026", "2026-11-02", "VAT Q4 2026"],
  ["VAT 4th quarter, November 2026", "2026-11-02", "VAT 4th quarter, November 2026"],
  ["Headquarters 2026", "2026-11-02", "Headquarters {year}"],
])("the pattern of %s, sent on %s, is “%s”", (title, day, pattern) => {
  expect(titlePattern(title, day)).toBe(pattern);
});

test("a pattern of a day gives the title of that day", () => {
  for (const day of ["2026-01-31", "2026-02-28", "2026-11-30", "2026-12-01"]) {
    for (const title of ["January December 2025 2026", "Books for January 2026", "May 2027"]) {
      expect(datedTitle(titlePattern(title, day), day)).toBe(title);
    }
  }
});
