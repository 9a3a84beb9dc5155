import { expect, test } from "vitest";
import { weaknessOf } from "./password.ts";
import { defaultAuthSettings, type AuthSettings } from "./settings.ts";

function reasons(password: string, rules: Partial<AuthSettings>): readonly string[] | undefined {
  return weaknessOf(password, { ...defaultAuthSettings, ...rules })?.reasons;
}

test("a password is measured against the configured length, never below six characters", () => {
  expect(reasons("12345", { minimumPasswordLength: 1 })).toEqual(["length"]);
  expect(reasons("123456", { minimumPasswordLength: 1 })).toBeUndefined();
  expect(reasons("1234567", { minimumPasswordLength: 8 })).toEqual(["length"]);
});

test("every required kind of character has to be there", () => {
  const all = { passwordRequirements: "lower_upper_letters_digits_symbols" } as const;
  expect(reasons("Abcdef1!", all)).toBeUndefined();
  expect(reasons("abcdef1!", all)).toEqual(["characters"]);
  expect(reasons("abc", all)).toEqual(["length", "characters"]);
  expect(reasons("abcdef", { passwordRequirements: "letters_digits" })).toEqual(["characters"]);
});
