import { describe, expect, test } from "vitest";
import { peopleText, personName } from "./people.models.ts";

const anna = { name: "Anna Lind", email: "anna@lind.example" };
const mats = { name: "Mats Lind", email: "mats@lind.example" };
const joel = { name: "", email: "joel@tamm.example" };

describe("people in one line", () => {
  test.each([
    ["no recipients", [], "No recipients"],
    ["one person with a name", [anna], "Anna Lind"],
    ["one person with only an address", [joel], "joel@tamm.example"],
    ["two people of one family", [anna, mats], "Anna Lind, Mats Lind"],
    ["two people of two families", [anna, joel], "Anna Lind, joel@tamm.example"],
    ["three", [anna, mats, joel], "Anna Lind, Mats Lind and 1 more"],
  ])("%s", (_, people, text) => {
    expect(peopleText(people)).toBe(text);
  });
});

test("a person without a name is shown by address", () => {
  expect(personName(joel)).toBe("joel@tamm.example");
});
