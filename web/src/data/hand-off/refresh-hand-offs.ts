import type { QueryClient } from "@tanstack/react-query";
import { eventKeys } from "../events/keys.ts";
import { inboxKeys } from "../inbox/keys.ts";
import { requestKeys } from "../requests/keys.ts";

/** Reads everything again in which it shows who has an item, on either side: in lists it is the last activity. */
export async function refreshHandOffs(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: requestKeys.all() }),
    cache.invalidateQueries({ queryKey: inboxKeys.all() }),
    cache.invalidateQueries({ queryKey: eventKeys.all() }),
  ]);
}
