import { expect, test } from "vitest";
import { addressProblem, isAddress, storedAddress } from "./email-address.ts";

test.each([
  ["anna@lind.example", true],
  [" Anna@Lind.Example ", true],
  ["o'neill+tax@post.lind-group.example", true],
  ["anna@lind", true],
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
  ["", "Enter an email address."],
  [`${"a".repeat(243)}@lind.example`, "Shorten the address."],
  ["anna", "Check the address: it needs a name, an @ and a domain."],
])("the problem with %j is named: %s", (email, problem) => {
  expect(addressProblem(email)).toBe(problem);
});
