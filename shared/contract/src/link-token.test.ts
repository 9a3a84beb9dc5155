import { describe, expect, test } from "vitest";
import { cleanToken } from "./link-token.ts";

const token = `k${"3xQ-_9aZ".repeat(5)}vM`;

test("a token has 43 characters here too", () => expect(token).toHaveLength(43));

describe("the token of a link", () => {
  test.each([
    "",
    ".",
    ",",
    ")",
    ">",
    ";",
    "'",
    "*",
    "”",
    "»",
    "。",
    "\u200B",
    "\uFEFF",
    "\u00A0",
    "_",
    "__",
    "-",
    "--",
    "…",
    "%20",
    "%E2%80%8B",
    "%",
    "%3E%3C",
    "&utm_source=x",
    "=",
    ".Please",
    ", thanks",
    "%0D%0Athanks",
    "/",
    "\\",
  ])("is found before %j", (mark) => {
    expect(cleanToken(token + mark)).toBe(token);
  });

  test.each(["<", "(", "“", "*", "_", "__", "\u2060", "%3C", "=", "《"])("is found after %j", (mark) => {
    expect(cleanToken(mark + token)).toBe(token);
    expect(cleanToken(`${mark}${token}${mark}`)).toBe(token);
  });

  test.each(["\u00AD", "%0A", "%20", "\u200B"])("is found where a long line was broken by %j", (gap) => {
    expect(cleanToken(token.slice(0, 20) + gap + token.slice(20))).toBe(token);
  });

  test.each(["_", "-"])("may itself begin with %j", (mark) => {
    const edged = mark + token.slice(1);
    expect(cleanToken(edged)).toBe(edged);
    expect(cleanToken(`${edged}.`)).toBe(edged);
    expect(cleanToken(`${edged}${mark}`)).toBe(edged);
  });
});

test.each([
  "",
  ".",
  "a",
  token.slice(1),
  `${token}x`,
  `x${token}`,
  token + token,
  `${token}${"_".repeat(50_000)}x`,
  "%",
  "%00",
  "..",
  "é".repeat(43),
])("there is no token in %j", (text) => {
  expect(cleanToken(text)).toBeUndefined();
});
