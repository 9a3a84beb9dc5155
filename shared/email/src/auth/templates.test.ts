import { describe, expect, test } from "vitest";
import { authSamples } from "../preview/auth-samples.ts";
import { authTemplates } from "./templates.ts";
import { codeTexts } from "./texts.ts";

const actions = (text: string) => text.match(/\{\{.*?\}\}/gu) ?? [];

describe.each(authTemplates)("the $name template", ({ name, subject, html }) => {
  test("keeps every action of its texts as it is", () => {
    const inTexts = new Set(actions(JSON.stringify(codeTexts[name])));
    expect(inTexts.size).toBeGreaterThan(0);
    expect([...inTexts].filter((action) => !html.includes(action) && !subject.includes(action))).toEqual([]);
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
