import { QueryClient } from "@tanstack/react-query";
import { dropResumeNotes } from "../data/uploads/resume-notes.ts";
import { toAppError } from "../lib/errors.ts";
import { retryDelay, shouldRetry } from "../lib/query-rules.ts";
import { whenUserLeaves } from "../lib/session.ts";

/** The cache of this page. It holds one person's data at a time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Waiting in silence for a network is no answer: without one a read fails, says so, and is repeated later.
    queries: {
      retry: shouldRetry,
      retryDelay,
      networkMode: "always",
      staleTime: 5000,
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

// The notes go here too: uploads are loaded on few pages, and people sign out on any.
whenUserLeaves(() => {
  queryClient.clear();
  dropResumeNotes();
});

/** Codes that a fresh token can change. Without one the service could not be asked at all. */
const wantOfToken = new Set([
  "network.unreachable",
  "session.required",
  "PGRST301",
  "PGRST303",
  "InvalidJWT",
  "bad_jwt",
]);

/** Repeats the reads that failed because the token had run out. */
export async function retryAfterRefresh(): Promise<void> {
  await queryClient.refetchQueries({
    predicate: ({ state }) => state.error !== null && wantOfToken.has(toAppError(state.error).code),
  });
}

/** Reads everything on screen again: a second factor lets the database show more. */
export async function refetchEverything(): Promise<void> {
  await queryClient.invalidateQueries();
}
