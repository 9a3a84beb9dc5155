import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { inboxKeys } from "./keys.ts";

test("an answer invalidates the request, its row in the list and its people", async () => {
  const cache = new QueryClient();
  const keys = [inboxKeys.list("anna"), inboxKeys.request("r1", "anna"), inboxKeys.people("r1")];
  for (const key of keys) cache.setQueryData(key, {});
  await cache.invalidateQueries({ queryKey: inboxKeys.all() });
  expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

test("two users on one device have separate keys", () => {
  expect(inboxKeys.list("anna")).not.toEqual(inboxKeys.list("mats"));
  expect(inboxKeys.request("r1", "anna")).not.toEqual(inboxKeys.request("r1", "mats"));
});
