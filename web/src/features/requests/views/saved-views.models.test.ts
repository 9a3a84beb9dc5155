import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { type ChosenView, readView, viewHref } from "../view.models.ts";
import { isShown, queryOf, savedHref, viewNamed } from "./saved-views.models.ts";

const uuid = "0b7a3c1e-5d2f-4e8a-9c6b-1f2e3d4c5b6a";
const plain: ChosenView = { filter: "open", search: "", sort: "activity" };
const everything: ChosenView = {
  filter: "archived",
  search: "bänk & 100% “日本”",
  sort: "due",
  assignee: uuid,
  tag: uuid,
  repeats: true,
  due: "month",
  workspace: uuid,
};
/** As `private.is_list_query` has it. */
const accepted =
  /^(?:(?:filter|q|sort|assignee|tag|repeats|due)=[A-Za-z0-9%+*._\u0080-\uffff-]*(?:&(?!$)|$))*$/;

describe("a view is saved as its address", () => {
  test.each([
    ["the plain list", plain],
    ["everything", everything],
    ["emoji", { ...plain, search: "📎 tax" }],
    ["half an emoji", { ...plain, search: "📎".slice(1) }],
    ["signs", { ...plain, search: `a+b=c&d#e?f/g%41 "<'` }],
  ])("%s", (_, view) => {
    const query = queryOf(view);
    expect(query).toMatch(accepted);
    expect(query).not.toContain("workspace");
    const expected = { ...view, search: view.search.toWellFormed() };
    expect(savedHref({ query }, view.workspace)).toBe(viewHref(expected));
  });

  test.each(["%", "日", "é"])("also with the longest search, of %s", (letter) => {
    const view = { ...everything, search: letter.repeat(limits.searchLength) };
    expect(queryOf(view).length).toBeLessThanOrEqual(limits.viewQueryLength);
    expect(readView(new URLSearchParams(queryOf(view))).search).toBe(view.search);
  });
});

test("parameters that aren't known any more are left out", () => {
  expect(savedHref({ query: "filter=later&sort=due&colour=red&tag=none" }, undefined)).toBe(
    "/requests?sort=due",
  );
});

test("a saved view is shown whatever the order of its parameters", () => {
  const saved = { id: "v1", name: "Late", query: "sort=due&filter=done" };
  expect(isShown(saved, { ...plain, filter: "done", sort: "due", workspace: uuid })).toBe(true);
  expect(isShown(saved, { ...plain, filter: "done" })).toBe(false);
});

test("names differ by more than case and spaces around them", () => {
  const late = { id: "v1", name: "Late", query: "" };
  expect(viewNamed([late], " lATE ")).toBe(late);
  expect(viewNamed([late], "Late ones")).toBeUndefined();
});
