import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { requestKeys } from "./keys.ts";
import type { RequestListView } from "./request-list.models.ts";

const listView = (over: Partial<RequestListView> = {}): RequestListView => ({
  workspaceId: "w1",
  filter: "open",
  search: "",
  sort: "activity",
  today: "2026-11-21",
  ...over,
});

describe("what a change makes stale", () => {
  test("a changed request refreshes its page, every list and the counts", async () => {
    const cache = new QueryClient();
    const keys = [
      requestKeys.list(listView()),
      requestKeys.list(listView({ filter: "done" })),
      requestKeys.counts({ workspaceId: "w1", today: "2026-11-21" }),
      requestKeys.detail("r1"),
      requestKeys.link("r1"),
    ];
    for (const key of keys) cache.setQueryData(key, {});
    await cache.invalidateQueries({ queryKey: requestKeys.all() });
    expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual(keys.map(() => true));
  });

  test("one request's page leaves another's alone", async () => {
    const cache = new QueryClient();
    cache.setQueryData(requestKeys.detail("r1"), {});
    cache.setQueryData(requestKeys.detail("r2"), {});
    await cache.invalidateQueries({ queryKey: requestKeys.detail("r1") });
    expect(cache.getQueryState(requestKeys.detail("r2"))?.isInvalidated).toBe(false);
  });

  test("lists that differ in anything a person chose are kept apart", () => {
    const keys = [
      listView(),
      listView({ filter: "done" }),
      listView({ search: "tax" }),
      listView({ sort: "due" }),
      listView({ today: "2026-11-22" }),
    ].map((view) => JSON.stringify(requestKeys.list(view)));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
