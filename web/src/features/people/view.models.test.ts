import { expect, test } from "vitest";
import { readView, viewHref } from "./view.models.ts";

const read = (query: string) => readView(new URLSearchParams(query));

test("the address says which list is shown and what is searched", () => {
  expect(read("")).toEqual({ tab: "waiting", search: "", tag: undefined, workspace: undefined });
  for (const href of [
    "/people",
    "/people?tab=everyone",
    "/people?workspace=w1&tab=unreached&q=ana&tag=0b5c2c9e-6b0a-4f0e-9a53-3f5a0f1d2e01",
  ])
    expect(viewHref(read(href.slice("/people".length)))).toBe(href);
});

test("what an address can't mean is left out", () => {
  expect(read("tab=mine&q=a%00b").tab).toBe("waiting");
  expect(read("q=a%00b").search).toBe("a b");
  expect(read(`q=${"x".repeat(300)}`).search).toHaveLength(200);
});
