import { expect, test } from "vitest";
import { unclickable } from "./unclickable.ts";

/** With the invisible characters in sight. */
const shown = (text: string) => unclickable(text).replaceAll("\u2060", "|");

test.each([
  ["https://evil.example/login", "https|:|//evil|.|example/login"],
  ["www.evil.example", "www|.|evil|.|example"],
  ["ask a@evil.example.", "ask a|@|evil|.|example."],
  ["mailto:a@b.example", "mailto|:|a|@|b|.|example"],
  ["http://203.0.113.9/x", "http|:|//203.0.113.9/x"],
  ["пример.рф and 例え。テスト", "пример|.|рф and 例え|。|テスト"],
  ["evil.pdf.example, evil.txt/pay, www.pdf", "evil|.|pdf|.|example, evil|.|txt/pay, www|.|pdf"],
])("%s is kept from becoming a link", (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  "Payslip_October.pdf, 2.5 MB, 27 November 2026, 18:42 WET",
  "Scan (1).JPEG and IMG_2214.heic",
  "Add what is missing: page 2, e. g. the totals. Then send it.",
])("%s stays as it is", (text) => {
  expect(unclickable(text)).toBe(text);
});
