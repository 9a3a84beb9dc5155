import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { requestKeys } from "./keys.ts";
import type { RequestListView } from "./request-list.models.ts";

const listView = (over: Partial<RequestListView> = {}): RequestListView => ({
  workspaceId: "w1",
  filter: "open",
  sort: "activity",
  today: "2026-11-21",
  ...over,
});

describe("cache keys of requests", () => {
  test("cover a request's page, every list and the counts with one prefix", async () => {
    const cache = new QueryClient();
    const keys = [
      requestKeys.list(listView()),
      requestKeys.list(listView({ filter: "done" })),
      requestKeys.search({ workspaceId: "w1", search: "tax" }),
      requestKeys.counts({ workspaceId: "w1", today: "2026-11-21" }),
      requestKeys.detail("r1"),
      requestKeys.link("r1"),
    ];
    for (const key of keys) cache.setQueryData(key, {});
    await cache.invalidateQueries({ queryKey: requestKeys.all() });
    expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual(keys.map(() => true));
  });

  test("are separate for two requests", async () => {
    const cache = new QueryClient();
    cache.setQueryData(requestKeys.detail("r1"), {});
    cache.setQueryData(requestKeys.detail("r2"), {});
    await cache.invalidateQueries({ queryKey: requestKeys.detail("r1") });
    expect(cache.getQueryState(requestKeys.detail("r2"))?.isInvalidated).toBe(false);
  });

  test("are separate for lists with different parameters", () => {
    const keys = [
      listView(),
      listView({ filter: "done" }),
      listView({ sort: "due" }),
      listView({ today: "2026-11-22" }),
    ].map((view) => JSON.stringify(requestKeys.list(view)));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
