import { describe, expect, test } from "vitest";
import type { Template } from "./template.models.ts";
import { contentsText, matching, usedText } from "./template-text.models.ts";

describe("the contents of a template", () => {
  test.each([
    [0, 0, "0 items"],
    [1, 1, "1 item"],
    [5, 0, "5 items"],
    [10, 3, "10 items, 3 sections"],
  ])("%i items in %i sections", (items, sections, text) => {
    expect(contentsText({ items, sections })).toBe(text);
  });
});

describe("the use of a template", () => {
  const now = new Date("2026-11-25T12:00:00");
  test.each([
    [0, null, "Not used yet"],
    [1, "2026-11-25T09:00:00", "Used once, today"],
    [2, "2026-11-24T23:00:00", "Used 2 times, last yesterday"],
    [48, "2026-10-30T09:00:00", "Used 48 times, last Fri 30 Oct"],
    [3, "2025-10-30T09:00:00", "Used 3 times, last Thu 30 Oct 2025"],
    // The clock of this computer is behind.
    [1, "2026-11-26T09:00:00", "Used once, today"],
  ])("%i times, last at %s", (timesUsed, lastUsedAt, text) => {
    expect(usedText({ timesUsed, lastUsedAt }, { now, locale: "en-GB" })).toBe(text);
  });
});

describe("a search for templates", () => {
  const template = (title: string) => ({ title }) as unknown as Template;
  const all = [template("Tax return"), template("Résumé check")];
  test.each([
    ["TAX", ["Tax return"]],
    [" resume ", ["Résumé check"]],
    ["é", ["Tax return", "Résumé check"]],
    ["", ["Tax return", "Résumé check"]],
    ["lease", []],
  ])("%o", (search, titles) => {
    expect(matching(all, search).map(({ title }) => title)).toEqual(titles);
  });
});
