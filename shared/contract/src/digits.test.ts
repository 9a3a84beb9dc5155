import { describe, expect, test } from "vitest";
import { plainDigits, readWholeNumber } from "./digits.ts";

describe("digits become 0 to 9", () => {
  test.each([
    ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
    ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
    ["Devanagari", "०१२३४५६७८९"],
    ["Bengali", "০১২৩৪৫৬৭৮৯"],
    ["Thai", "๐๑๒๓๔๕๖๗๘๙"],
    ["Burmese", "၀၁၂၃၄၅၆၇၈၉"],
    ["full-width", "０１２３４５６７８９"],
    ["mathematical, whose runs have no gap between them", "𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡"],
    ["Adlam", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"],
  ])("%s", (_, digits) => expect(plainDigits(digits)).toBe("0123456789"));

  test("and every digit that Unicode has is one of them", () => {
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      const character = String.fromCodePoint(code);
      if (/^\p{Nd}$/u.test(character)) expect(plainDigits(character)).toMatch(/^[0-9]$/);
    }
  });

  test("and nothing else changes", () => expect(plainDigits("½ ² Ⅳ ① 四 a1")).toBe("½ ² Ⅳ ① 四 a1"));
});

test.each([
  ["3", 3],
  [" ١٤ ", 14],
  ["\u200f۳۰\u200f", 30],
  ["0", 0],
  ["", Number.NaN],
  ["1.5", Number.NaN],
  ["-1", Number.NaN],
  ["1e3", Number.NaN],
  ["ten", Number.NaN],
])("the whole number in %j is %d", (text, number) => expect(readWholeNumber(text)).toBe(number));
