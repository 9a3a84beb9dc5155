import { describe, expect, test } from "vitest";
import { codeEmail } from "./auth/code.email.ts";
import { emailKinds } from "./kinds.ts";
import { codeSamples } from "./preview/code-samples.ts";
import { samples } from "./preview/samples.ts";
import { wordsOfHtml, wordsOfText } from "./testing/visible-words.ts";

const written = [
  ...samples.map(({ name, kind, facts }) => ({ name, email: emailKinds[kind](facts, "en") })),
  ...codeSamples.map(({ name, kind, facts }) => ({ name, email: codeEmail(kind, facts, "en") })),
];

test("every kind has a sample", () => {
  expect(new Set(samples.map(({ kind }) => kind))).toEqual(new Set(Object.keys(emailKinds)));
});

describe.each(written)("$name", ({ email: { subject, html, text } }) => {
  test("has one line as its subject", () => {
    expect(subject).toMatch(/^\S.{5,139}$/u);
  });

  test("loads nothing, runs nothing and tracks no one", () => {
    expect(html).not.toMatch(/<(?:img|script|iframe|link|object|form)\b|@import|url\(/iu);
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/gu)].map(([, address]) => address);
    expect(addresses.filter((address) => !address?.startsWith("https://sheaf.example/"))).toEqual([]);
  });

  test("says the same as text, word for word", () => {
    expect(wordsOfText(text)).toEqual(wordsOfHtml(html));
  });

  test("has every address of the HTML in the text", () => {
    for (const [, address] of html.matchAll(/href="([^"]*)"/gu)) {
      expect(text).toContain(address?.replaceAll("&amp;", "&"));
    }
  });

  test("wraps its text, except for addresses", () => {
    const long = text
      .replaceAll("\u2060", "")
      .split("\n")
      .filter((line) => line.length > 72);
    expect(long.filter((line) => !/https:\/\/\S+$|^\s*[0-9a-f]{64}$/u.test(line))).toEqual([]);
  });
});

describe("what other people wrote", () => {
  const hostile = {
    ...(samples[0]?.facts as Record<string, unknown>),
    request: {
      title: 'Pay "now"\r\nBcc: all@people.example <script>alert(1)</script> {{ .Token }}',
      dueOn: null,
      url: "https://sheaf.example/r/1",
    },
    message: "Go to https://evil.example/login or write to a@evil.example",
  };
  const { subject, html, text } = emailKinds.invitation(hostile, "en");

  test("is no link in the subject", () => {
    const facts = { ...hostile, request: { ...hostile.request, title: "Open https://evil.example/unlock" } };
    const written = emailKinds.invitation(facts, "en").subject;
    expect(written).not.toContain("evil.example");
    expect(written.replaceAll("\u2060", "")).toContain("Open https://evil.example/unlock");
  });

  test("never ends the subject's line", () => {
    expect(subject).not.toMatch(/[\r\n]/u);
    expect(subject.length).toBeLessThanOrEqual(140);
  });

  test("is text, never markup", () => {
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;");
  });

  test("is no link, also where a program would make one of it", () => {
    expect(html).not.toMatch(/href="https:\/\/evil/u);
    expect(html).not.toContain("evil.example");
    expect(text).not.toMatch(/https:\/\/evil|a@evil|evil\.example/u);
    expect(text.replaceAll("\u2060", "")).toContain(
      "> Go to https://evil.example/login or write to a@evil.example",
    );
  });
});

test("facts that don't fit are refused by name", () => {
  expect(() => emailKinds.reminder({ requests: [] }, "en")).toThrow();
});
