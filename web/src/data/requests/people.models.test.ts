import { describe, expect, test } from "vitest";
import { peopleWords, personName } from "./people.models.ts";

const anna = { name: "Anna Lind", email: "anna@lind.example" };
const mats = { name: "Mats Lind", email: "mats@lind.example" };
const joel = { name: "", email: "joel@tamm.example" };

describe("people in one line", () => {
  test.each([
    ["nobody", [], "Nobody yet"],
    ["one by name", [anna], "Anna Lind"],
    ["one by address alone", [joel], "joel@tamm.example"],
    ["two of one family", [anna, mats], "Anna & Mats Lind"],
    ["two of two families", [anna, joel], "Anna Lind, joel@tamm.example"],
    [
      "two who share a single name",
      [
        { ...anna, name: "Anna" },
        { ...mats, name: "Anna" },
      ],
      "Anna, Anna",
    ],
    ["three", [anna, mats, joel], "Anna Lind, Mats Lind and 1 more"],
  ])("%s", (_, people, words) => {
    expect(peopleWords(people)).toBe(words);
  });
});

test("somebody without a name is called by their address", () => {
  expect(personName(joel)).toBe("joel@tamm.example");
});
