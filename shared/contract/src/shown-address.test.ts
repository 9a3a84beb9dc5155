import { expect, test } from "vitest";
import { storedAddress } from "./email-address.ts";
import { shownAddress } from "./shown-address.ts";

test.each([
  "info@müller-söhne.de",
  "bestellung@bücher.example",
  "info@例え.jp",
  "anna@lind.example",
  "a@faß.de",
])("%s is shown as it was typed", (typed) => {
  const stored = storedAddress(typed);
  expect(stored).toMatch(/^[\x21-\x7e]+$/);
  expect(shownAddress(stored)).toBe(typed);
});

test.each([
  "a@xn--.example",
  "a@xn--99999999999.example",
  `a@xn--${"z9".repeat(500)}.example`,
  "xn--",
  "",
  "xn--bcher-kva",
])("%j, which has no other spelling or is no address, doesn't break the page", (text) => {
  expect(typeof shownAddress(text)).toBe("string");
});
