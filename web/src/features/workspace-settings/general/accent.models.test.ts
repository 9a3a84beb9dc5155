import { isAccent } from "@sheaf/contract/branding";
import { expect, test } from "vitest";
import { darkened, isOffered, ownAccent, toStored } from "./accent.models.ts";

test.each(["#ffffff", "#ffff00", "#5cc3a3", "#7f7f7f", "#ff0000"])(
  "%s can be read once it is darker",
  (colour) => {
    expect(isAccent(colour)).toBe(false);
    expect(isAccent(darkened(colour))).toBe(true);
  },
);

test("a colour that can be read stays", () => {
  expect(darkened("#1f4e8c")).toBe("#1f4e8c");
  expect(darkened("#000000")).toBe("#000000");
});

test("Sheaf's own colour isn't stored", () => {
  expect(toStored(ownAccent)).toBeNull();
  expect(toStored("#1f4e8c")).toBe("#1f4e8c");
  expect([ownAccent, "#1f4e8d"].map(isOffered)).toEqual([true, false]);
});
