import { describe, expect, test } from "vitest";
import { initialsOf } from "./layout/avatar.tsx";
import { digitsOf } from "./forms/code-input.tsx";
import { nextIndex, typeaheadIndex } from "./overlays/menu.models.ts";

describe("a pasted code", () => {
  test.each([
    ["4197 0582", "41970582"],
    ["4197-0582\n", "41970582"],
    ["Your code: 41970582.", "41970582"],
    ["４１９７０５８２", "41970582"],
    ["٤١٩٧ ٠٥٨٢", "41970582"],
    ["۴۱۹۷۰۵۸۲", "41970582"],
    ["४१९७०५८२", "41970582"],
    ["419705829999", "41970582"],
    ["no digits", ""],
  ])("in %j has the digits %j", (text, digits) => expect(digitsOf(text, 8)).toBe(digits));
});

describe("initials", () => {
  test.each([
    ["Anna Lind", "AL"],
    ["Okafor & Lind", "OL"],
    ["Okafor & Lind, accountants", "OL"],
    ["Lind Haus (Berlin)", "LH"],
    ["Lind, Anna", "LA"],
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

  test("letters move to the next item that starts with them and wrap around", () => {
    const labels = ["Settings", "Help", "Sign out"];
    expect(typeaheadIndex(labels, "s", 0)).toBe(2);
    expect(typeaheadIndex(labels, "s", 2)).toBe(0);
    expect(typeaheadIndex(labels, "sig", 2)).toBe(2);
    expect(typeaheadIndex(labels, "x", 0)).toBe(-1);
  });
});
