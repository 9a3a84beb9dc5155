import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { requestKeys } from "../requests/keys.ts";
import { peopleKeys } from "./keys.ts";

test("a change to a person leaves requests as they are, and one to a request makes people stale", async () => {
  const cache = new QueryClient();
  const keys = [
    peopleKeys.list({ workspaceId: "w1", filter: "waiting", tag: undefined }),
    peopleKeys.search({ workspaceId: "w1", search: "ana" }),
    peopleKeys.counts({ workspaceId: "w1", tag: undefined }),
    peopleKeys.detail("p1"),
    requestKeys.detail("r1"),
  ];
  for (const queryKey of keys) cache.setQueryData(queryKey, []);
  const stale = () => keys.map((queryKey) => cache.getQueryState(queryKey)?.isInvalidated);
  await cache.invalidateQueries({ queryKey: peopleKeys.all() });
  expect(stale()).toEqual([true, true, true, true, false]);
  for (const queryKey of keys) cache.setQueryData(queryKey, []);
  await cache.invalidateQueries({ queryKey: requestKeys.all() });
  expect(stale()).toEqual([true, true, true, true, true]);
});
