import { expect, test } from "vitest";
import { withSection } from "./report-file.ts";

const titles = (report: string) => [...report.matchAll(/^## (.*)$/gm)].map(([, title]) => title);

test("sections stand in the order of the benchmarks, whatever was measured first", () => {
  const report = withSection(withSection("", { title: "Lists", text: "a" }), {
    title: "Callback",
    text: "b",
  });
  expect(titles(report)).toEqual(["Callback", "Lists"]);
  expect(report).toMatch(/^# Benchmarks\n/);
});

test("a benchmark that is measured again replaces its own section alone", () => {
  const once = withSection(withSection("", { title: "Callback", text: "old" }), {
    title: "Lists",
    text: "kept",
  });
  const twice = withSection(once, { title: "Callback", text: "new" });
  expect(titles(twice)).toEqual(["Callback", "Lists"]);
  expect(twice).toContain("new");
  expect(twice).toContain("kept");
  expect(twice).not.toContain("old");
});

test("the section of a benchmark that no longer exists goes", () => {
  const report = withSection("# Benchmarks\n\n## Gone\n\nold\n", { title: "Callback", text: "new" });
  expect(titles(report)).toEqual(["Callback"]);
});
