import { describe, expect, test } from "vitest";
import { initialsOf } from "./avatar.models.ts";
import { digitsOf } from "./code-input.models.ts";
import { nextIndex, typeaheadIndex } from "./menu.models.ts";

describe("a pasted code", () => {
  test.each([
    ["4197 0582", "41970582"],
    ["4197-0582\n", "41970582"],
    ["Your code: 41970582.", "41970582"],
    ["４１９７０５８２", "41970582"],
    ["419705829999", "41970582"],
    ["no digits", ""],
  ])("%j is %j", (text, digits) => expect(digitsOf(text, 8)).toBe(digits));
});

describe("initials", () => {
  test.each([
    ["Anna Lind", "AL"],
    ["Okafor & Lind", "OL"],
    ["anna@lind.example", "A"],
    ["Zoë", "Z"],
    ["Émile van der Berg", "ÉB"],
    ["李 小龍", "李小"],
    ["  ", "?"],
    ["", "?"],
  ])("of %j are %s", (name, initials) => expect(initialsOf(name)).toBe(initials));
});

describe("keys in a menu of three", () => {
  test.each([
    ["ArrowDown", 2, 0],
    ["ArrowUp", 0, 2],
    ["Home", 1, 0],
    ["End", 1, 2],
    ["Enter", 1, undefined],
  ])("%s from %i leads to %s", (key, from, to) => expect(nextIndex(key, from, 3)).toBe(to));

  test("letters go to the next item that begins with them, and round", () => {
    const labels = ["Light", "Dark", "Like the system"];
    expect(typeaheadIndex(labels, "l", 0)).toBe(2);
    expect(typeaheadIndex(labels, "l", 2)).toBe(0);
    expect(typeaheadIndex(labels, "lik", 2)).toBe(2);
    expect(typeaheadIndex(labels, "x", 0)).toBe(-1);
  });
});
