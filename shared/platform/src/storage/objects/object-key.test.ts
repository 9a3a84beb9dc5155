import { expect, test } from "vitest";
import { assertKey, isBucketName } from "./object-key.ts";

test.each(["a", "w/r/i/f", "Scan (1) - final.v2.pdf", "it's & $1 @home=;:+,?*!/_"])(
  "%j is taken as a key",
  (key) => {
    expect(() => assertKey(key)).not.toThrow();
  },
);

test.each([
  "",
  "résumé.pdf",
  "日本.pdf",
  "smile-😀.png",
  "a\\b",
  "a%2Fb",
  "new\nline",
  "nul\0",
  "tilde~",
  "a#b",
  "..",
  "a/../b",
  "./a",
  "x".repeat(256),
  "abcd/".repeat(205),
])("%j is refused as a key before anything is stored", (key) => {
  expect(() => assertKey(key)).toThrow(`Invalid key: ${key}`);
});

test.each([
  ["documents", true],
  ["with space inside", true],
  [" leading", false],
  ["a/b", false],
  ["..", false],
  ["", false],
  ["b".repeat(100), true],
  ["b".repeat(101), false],
])("a bucket may be called %j: %s", (name, isAllowed) => {
  expect(isBucketName(name)).toBe(isAllowed);
});
