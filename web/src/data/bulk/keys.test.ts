import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { requestKeys } from "../requests/keys.ts";
import { bulkKeys } from "./keys.ts";

test("pausing leaves requests as they are, and correcting one makes what was sent to many stale", async () => {
  const cache = new QueryClient();
  const keys = [
    bulkKeys.list("w1"),
    bulkKeys.detail("b1"),
    bulkKeys.people({ id: "b1", filter: "all" }),
    requestKeys.detail("r1"),
  ];
  for (const queryKey of keys) cache.setQueryData(queryKey, []);
  const stale = () => keys.map((queryKey) => cache.getQueryState(queryKey)?.isInvalidated);
  await cache.invalidateQueries({ queryKey: bulkKeys.all() });
  expect(stale()).toEqual([true, true, true, false]);
  for (const queryKey of keys) cache.setQueryData(queryKey, []);
  await cache.invalidateQueries({ queryKey: requestKeys.all() });
  expect(stale()).toEqual([true, true, true, true]);
});
