import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { inboxKeys } from "./keys.ts";

test("an answer refreshes the request, its row in the list and whom it names", async () => {
  const cache = new QueryClient();
  const keys = [inboxKeys.list("anna"), inboxKeys.request("r1", "anna"), inboxKeys.people("r1")];
  for (const key of keys) cache.setQueryData(key, {});
  await cache.invalidateQueries({ queryKey: inboxKeys.all() });
  expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

test("what one person may see is never shown to the next one at the same screen", () => {
  expect(inboxKeys.list("anna")).not.toEqual(inboxKeys.list("mats"));
  expect(inboxKeys.request("r1", "anna")).not.toEqual(inboxKeys.request("r1", "mats"));
});
