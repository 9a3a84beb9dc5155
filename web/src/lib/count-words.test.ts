import { expect, test } from "vitest";
import { countWords } from "./count-words.ts";

test("one is singular, zero is plural", () => {
  expect(countWords(1, "file")).toBe("1 file");
  expect(countWords(0, "file")).toBe("0 files");
  expect(countWords(2, "person", "people")).toBe("2 people");
});
