import { describe, expect, test } from "vitest";
import { toTextParts } from "./linked-text.models.ts";

const links = (text: string) => toTextParts(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

test("a web address is a link, without the punctuation after it", () => {
  expect(toTextParts("See https://tax.example/form?a=1, then (http://bank.example).")).toEqual([
    { at: 0, text: "See " },
    { at: 4, text: "https://tax.example/form?a=1", href: "https://tax.example/form?a=1" },
    { at: 32, text: ", then (" },
    { at: 40, text: "http://bank.example", href: "http://bank.example/" },
    { at: 59, text: ")." },
  ]);
});

test("the text stays what was written", () => {
  const text = "a https://a.example https://b.example@c.example b\nhttps://ä.example";
  expect(
    toTextParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

describe("no link", () => {
  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "www.bank.example",
    "https://bank.example@evil.example/login",
    "https://user:word@evil.example",
    "https://bаnk.example", // Cyrillic а
    "https://xn--bnk-6cd.example",
    "https://localhost/",
    "https://",
    "https://bank.example\u202e/gro",
  ])("%s", (text) => {
    expect(links(text)).toEqual([]);
    expect(
      toTextParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});
