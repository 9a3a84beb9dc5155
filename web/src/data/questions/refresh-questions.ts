import type { QueryClient } from "@tanstack/react-query";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";
import { questionKeys } from "./keys.ts";

/** Reads everything again in which a question or reply shows, on either side. */
export async function refreshQuestions(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: sharedKeys.requestDetails }),
    cache.invalidateQueries({ queryKey: sharedKeys.inboxRequests }),
    cache.invalidateQueries({ queryKey: eventKeys.all() }),
    cache.invalidateQueries({ queryKey: questionKeys.unread() }),
  ]);
}
