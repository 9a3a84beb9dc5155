import { describe, expect, test } from "vitest";
import { isTyped } from "./typed-text.models.ts";

describe("confirming with an address", () => {
  test.each([
    ["anna@lind.example", true],
    ["  Anna@Lind.example ", true],
    ["anna@lind.exampl", false],
    ["", false],
  ])("%j: %s", (typed, expected) => expect(isTyped(typed, "anna@lind.example")).toBe(expected));

  test("an account without an address accepts nothing", () => expect(isTyped("", "")).toBe(false));
});
