import { expect, test } from "vitest";
import { phoneHref, phoneProblem, storedPhone } from "./phone.ts";
import { samplePhones } from "./phone.fixtures.ts";

test.each(samplePhones)("%j can be saved: %s", (phone, allowed) => {
  expect(phone === phone.trim() && phoneProblem(phone) === undefined).toBe(allowed);
});

test("no number is no problem", () => {
  expect(phoneProblem("")).toBeUndefined();
});

test.each([
  [" \u202a+1 555\u00a0123\u20114567\u202c ", "+1 555 123-4567"],
  ["＋８１（３）１２３４－５６７８", "+81(3)1234-5678"],
  ["٠٥٠ ١٢٣ ٤٥٦٧", "050 123 4567"],
  ["'020 7946 0018", "020 7946 0018"],
  ["tel:+351912345678", "+351912345678"],
  ["+1\ufe0d-555-123-4567", "+1-555-123-4567"],
  ["\u202d0797\u206063990\u200b87\u202c", "07976399087"],
  ["020–7946\n0018", "020-7946 0018"],
])("%j is saved as %j", (typed, stored) => {
  expect(storedPhone(typed)).toBe(stored);
});

test.each([
  ["+44 (0)20 7946 0018 ext. 12", "tel:+442079460018"],
  ["0044 (0)20 7946 0018", "tel:00442079460018"],
  ["(020) 7946 0018", "tel:02079460018"],
  ["(0)30 1234567", "tel:0301234567"],
  ["(+351) 912 345 678", "tel:+351912345678"],
  ["(555) 123-4567, x89", "tel:5551234567"],
  ["+49 40 123455", "tel:+4940123455"],
  ["030 1234567 / 0171 2345678", undefined],
])("%j is called by %s", (phone, href) => {
  expect(phoneHref(phone)).toBe(href);
});
