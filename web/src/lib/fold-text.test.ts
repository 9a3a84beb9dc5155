import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["İSTANBUL", "istanbul"],
  ["Işık", "isik"],
  ["Prüfung", "PRUFUNG"],
  ["Zoe\u0308", "zoë"],
  ["ＰＤＦ", "pdf"],
])("%s is found as %s", (text, typed) => {
  expect(foldText(text)).toBe(foldText(typed));
});

test("Hindi vowels stay, because they make another word", () => {
  expect(foldText("दिन")).not.toBe(foldText("दान"));
});
