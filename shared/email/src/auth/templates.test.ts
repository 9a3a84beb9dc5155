import { describe, expect, test } from "vitest";
import { authSamples } from "../preview/auth-samples.ts";
import { authTemplates } from "./templates.ts";
import { type CodeText, codeTexts } from "./texts.ts";

const actions = (text: string) => text.match(/\{\{.*?\}\}/gu) ?? [];
const texts: readonly CodeText[] = Object.values(codeTexts);

describe.each(authTemplates)("the $name template", ({ name, subject, html }) => {
  test("prints the account, and leads to this site with the code’s proof", () => {
    const text = texts.find(({ template }) => template === name);
    const account = text?.reason({ email: "{{ .Email }}", newEmail: "{{ .NewEmail }}" }) ?? "";
    expect(actions(account)).toContain("{{ .Email }}");
    expect(html).toContain(`sent this email because ${account}.`);
    const link = "{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=";
    expect(html.includes(link)).toBe(text?.button !== undefined);
  });

  test("has no action that could print what a stranger entered", () => {
    const proven = ["SiteURL", "TokenHash", "RedirectTo", "Email", "NewEmail"];
    const allowed = new Set([
      "{{ slice .Token 0 4 }}",
      "{{ slice .Token 4 }}",
      ...proven.map((each) => `{{ .${each} }}`),
    ]);
    expect([...actions(html), ...actions(subject)].filter((action) => !allowed.has(action))).toEqual([]);
  });

  test("carries its code in the subject too", () => {
    const groups = ["{{ slice .Token 0 4 }}", "{{ slice .Token 4 }}"];
    expect(actions(subject)).toEqual(groups);
    expect(actions(html).filter((action) => action.includes(".Token "))).toEqual(groups);
    expect(subject.endsWith(groups.join(" "))).toBe(true);
  });

  test("has a subject that the services send as it is", () => {
    // Auth fills in subjects as HTML, and hosted projects put a backslash in front of apostrophes.
    expect(subject.replaceAll(/\{\{.*?\}\}/gu, "")).toMatch(/^[\w :-]+$/u);
  });

  test("loads nothing, runs nothing, and links to this site alone", () => {
    expect(html).not.toMatch(/<(?:img|script|iframe|link|object|form)\b|@import|url\(/iu);
    const links = [...html.matchAll(/href="([^"]*)"/gu)].map(([, link]) => link);
    expect(links.filter((link) => !link?.startsWith("{{ .SiteURL }}/"))).toEqual([]);
  });

  test("escapes everything else", () => {
    const rest = html.replaceAll(/\{\{.*?\}\}|<style>[\s\S]*<\/style>/gu, "");
    expect(rest).not.toMatch(/[{}]|&(?!(?:amp|lt|gt|quot|nbsp|#39|#8288);)/u);
  });
});

test("the preview has a value for every action", () => {
  expect(authSamples.map(({ name }) => name)).toEqual(authTemplates.map(({ name }) => name));
  expect(authSamples.flatMap(({ subject, html }) => actions(`${subject}${html}`))).toEqual([]);
});
