import type { QueryClient } from "@tanstack/react-query";
import { eventKeys } from "../events/keys.ts";
import { inboxKeys } from "../inbox/keys.ts";
import { requestKeys } from "../requests/keys.ts";
import { questionKeys } from "./keys.ts";

/** Reads everything again in which a question or reply shows, on either side. */
export async function refreshQuestions(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: requestKeys.details() }),
    cache.invalidateQueries({ queryKey: inboxKeys.requests() }),
    cache.invalidateQueries({ queryKey: eventKeys.all() }),
    cache.invalidateQueries({ queryKey: questionKeys.unread() }),
  ]);
}
