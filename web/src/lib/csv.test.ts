import { expect, test } from "vitest";
import { localCsv, stableCsv, toCsv } from "./csv.ts";

const at = "2026-11-28T11:30:15.066123+00:00";

test.each([
  ["de-DE", "Europe/Berlin", '"a;b";"28.11.2026 12:30"'],
  ["fr-FR", "Europe/Paris", '"a;b";"28/11/2026 12:30"'],
  ["pt-BR", "America/Sao_Paulo", '"a;b";"28/11/2026 08:30"'],
  ["en-GB", "Europe/London", '"a;b","28/11/2026 11:30"'],
  ["en-US", "America/New_York", '"a;b","11/28/2026 06:30 AM"'],
  ["ja-JP", "Asia/Tokyo", '"a;b","2026/11/28 20:30"'],
  ["ar-EG", "Africa/Cairo", '"a;b";"28/11/2026 01:30 م"'],
  ["fa-IR", "Asia/Tehran", '"a;b";"2026/11/28 15:00"'],
  ["hi-IN", "Asia/Kolkata", '"a;b","28/11/2026 05:00 pm"'],
])("a spreadsheet in %s gets its own separator and time", (locale, zone, line) => {
  const format = localCsv({ locale, zone });
  expect(toCsv([["a;b", format.time(at)]], format)).toBe(`\uFEFF${line}\r\n`);
  expect(format.timeHead("Received")).toBe(
    `Received (${new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone})`,
  );
});

test("no cell is a formula, with any separator", () => {
  expect(toCsv([["=1;1", "+1", 'a";"=1']], localCsv({ locale: "de-DE" }))).toBe(
    `\uFEFF"'=1;1";"'+1";"a"";""=1"\r\n`,
  );
});

test("programs get the same in every country", () => {
  expect(toCsv([[stableCsv.timeHead("Received")], [stableCsv.time(at)]], stableCsv)).toBe(
    '"Received"\r\n"2026-11-28T11:30:15.066Z"\r\n',
  );
});

test.each([
  "0042",
  "1234567890123456",
  "12E5",
  "1.5e+10",
  "1-2",
  "3/4",
  "12:30",
  "1,250",
  "3/2026",
  "1.2.2026",
  " 0042",
])("a spreadsheet shows %j as it was written, and programs get it so", (text) => {
  expect(localCsv({ locale: "en-US" }).words(text)).toBe(`'${text}`);
  expect(stableCsv.words(text)).toBe(text);
});

test.each([
  "0",
  "42",
  "123456789012345",
  "2026-11-28",
  "",
  "Payslip 3",
  "PT50 0002",
  "3rd",
  "1-2 files",
  "E5",
])("%j needs nothing", (text) => {
  expect(localCsv({ locale: "de-DE" }).words(text)).toBe(text);
});
