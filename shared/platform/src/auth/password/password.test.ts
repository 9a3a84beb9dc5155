import { expect, test } from "vitest";
import { hashOfUnknownPassword, hashPassword, isPassword, weaknessOf } from "./password.ts";
import { defaultAuthSettings, type AuthSettings } from "../settings.ts";

function reasons(password: string, rules: Partial<AuthSettings>): readonly string[] | undefined {
  return weaknessOf(password, { ...defaultAuthSettings, ...rules })?.reasons;
}

test("the minimum length is the configured one, at least six", () => {
  expect(reasons("12345", { minimumPasswordLength: 1 })).toEqual(["length"]);
  expect(reasons("123456", { minimumPasswordLength: 1 })).toBeUndefined();
  expect(reasons("1234567", { minimumPasswordLength: 8 })).toEqual(["length"]);
});

test("every required character class is needed", () => {
  const all = { passwordRequirements: "lower_upper_letters_digits_symbols" } as const;
  expect(reasons("Abcdef1!", all)).toBeUndefined();
  expect(reasons("abcdef1!", all)).toEqual(["characters"]);
  expect(reasons("abc", all)).toEqual(["length", "characters"]);
  expect(reasons("abcdef", { passwordRequirements: "letters_digits" })).toEqual(["characters"]);
});

test("an unknown password's hash is well-formed and matches nothing", async () => {
  const drawn = hashOfUnknownPassword();
  expect(drawn).toMatch(/^\$2b\$10\$[./A-Za-z0-9]{53}$/);
  expect(drawn).toHaveLength((await hashPassword("a long enough one")).length);
  expect(hashOfUnknownPassword()).not.toBe(drawn);
  for (const tried of ["", "password", drawn]) expect(await isPassword(tried, drawn)).toBe(false);
});

test("without a stored hash nothing matches", async () => {
  for (const stored of [null, ""]) expect(await isPassword("", stored)).toBe(false);
});
