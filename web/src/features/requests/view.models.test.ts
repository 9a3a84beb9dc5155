import { limits } from "@sheaf/contract/limits";
import { describe, expect, test } from "vitest";
import { readView, viewHref, type ChosenView } from "./view.models.ts";

const views: [string, ChosenView][] = [
  ["/requests", { filter: "open", search: "", sort: "activity" }],
  ["/requests?filter=review", { filter: "review", search: "", sort: "activity" }],
  [
    "/requests?sort=due&repeats=1&due=week",
    { filter: "open", search: "", sort: "due", repeats: true, due: "week" },
  ],
  ["/requests?filter=done&q=tax+return&sort=due", { filter: "done", search: "tax return", sort: "due" }],
];

describe("the view is stored in the URL", () => {
  test.each(views)("%s", (href, view) => {
    expect(viewHref(view)).toBe(href);
    expect(readView(new URL(href, "https://sheaf.example").searchParams)).toEqual(view);
  });

  test("invalid parameters give the default view", () => {
    expect(readView(new URLSearchParams("filter=everything&sort=-1&due=soon"))).toEqual(views[0]?.[1]);
  });

  test("what is due in some days is in the order of due dates", () => {
    expect(readView(new URLSearchParams("due=month&sort=activity"))).toMatchObject({
      sort: "due",
      due: "month",
    });
  });

  test("a search is as long as it may be", () => {
    expect(readView(new URLSearchParams({ q: "x".repeat(10_000) })).search).toHaveLength(limits.searchLength);
    expect(readView(new URLSearchParams({ q: "a\0b" })).search).toBe("a b");
  });
});
