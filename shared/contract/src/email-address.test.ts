import { expect, test } from "vitest";
import { addressProblem, isAddress, storedAddress } from "./email-address.ts";

test.each([
  ["anna@lind.example", true],
  [" Anna@Lind.Example ", true],
  ["o'neill+tax@post.lind-group.example", true],
  ["anna@lind", false],
  ["anna@127.0.0.1", false],
  ["anna@[127.0.0.1]", false],
  ["anna@lind.123", false],
  ["info@müller-söhne.de", true],
  ["info@xn--mller-shne-kcb9d.de", true],
  ['"anna lind"@lind.example', false],
  ["anna@lind.example:25", false],
  ["anna@lind.example/path", false],
  ["anna@lïnd.example/path", false],
  [`anna@${"l".repeat(63)}.example`, true],
  ["", false],
  ["anna", false],
  ["anna@", false],
  ["@lind.example", false],
  ["anna@lind..example", false],
  ["anna@-lind.example", false],
  ["anna@lind-.example", false],
  [`anna@${"l".repeat(64)}.example`, false],
  ["anna lind@lind.example", false],
  ["anna@lind@lind.example", false],
  ["änna@lind.example", false],
  ["anna@lind.example\nmats@lind.example", false],
])("%j is an address: %s", (typed, expected) => {
  expect(isAddress(typed)).toBe(expected);
});

test("an address is stored trimmed and lower-case", () => {
  expect(storedAddress(" Anna@Lind.Example\n")).toBe("anna@lind.example");
});

test.each([
  ["stopper@sec。example", "stopper@sec.example"],
  ["stopper@ｓec.example", "stopper@sec.example"],
  ["ｓｔｏｐｐｅｒ＠sec．example", "stopper@sec.example"],
  ["stopper@sec.example.", "stopper@sec.example"],
  ["stop\u200Bper@sec.exam\u00ADple", "stopper@sec.example"],
  ["\uFEFFstopper@sec.example\u00A0", "stopper@sec.example"],
  ["stopper@SEC.EXAMPLE", "stopper@sec.example"],
  ["ﬁrma@sec.example", "firma@sec.example"],
  ["info@BÜCHER.example", "info@xn--bcher-kva.example"],
  ["info@bu\u0308cher.example", "info@xn--bcher-kva.example"],
  ["info@xn--bcher-kva.example", "info@xn--bcher-kva.example"],
  ["Anna Lind <anna@lind.example>", "anna@lind.example"],
  ['"Lind, Anna" <Anna@Lind.example>', "anna@lind.example"],
  ["<anna@lind.example>", "anna@lind.example"],
  ["mailto:anna@lind.example?subject=Tax", "anna@lind.example"],
  ["Anna <mailto:anna@lind.example>", "anna@lind.example"],
  ["what?now@lind.example", "what?now@lind.example"],
])("%j has one spelling, %s", (typed, stored) => {
  expect(storedAddress(typed)).toBe(stored);
  expect(storedAddress(stored)).toBe(stored);
  expect(addressProblem(stored)).toBeUndefined();
});

test.each([
  ["", "Enter an email address."],
  [`${"a".repeat(243)}@lind.example`, "Shorten the address."],
  ["anna@lind.example, mats@lind.example", "Enter one address."],
  ["anna", "Check the address: it needs a name, an @ and a domain."],
  ["josé@lind.example", "We can’t email an address with “é” before the @. Use another one."],
  ["cara@nope", "Complete the address: “nope” needs an ending such as “.com”."],
])("the problem with %j is named: %s", (email, problem) => {
  expect(addressProblem(email)).toBe(problem);
});
