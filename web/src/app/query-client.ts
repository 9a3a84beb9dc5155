import { QueryClient } from "@tanstack/react-query";
import { dropResumeNotes } from "../data/uploads/resume/resume-notes.ts";
import { toAppError } from "../lib/errors.ts";
import { retryDelay, shouldRetry } from "../lib/query-rules.ts";
import { whenUserLeaves } from "../lib/auth/session.ts";

/** Query cache of this page. It holds one user's data at a time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // By default queries pause silently while offline; here they fail, show the error and are retried later.
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

// Resume notes are cleared here because uploads load on few pages and users sign out on any.
whenUserLeaves(() => {
  queryClient.clear();
  dropResumeNotes();
});

/** Error codes that a refreshed token can resolve. */
const wantOfToken = new Set([
  "network.unreachable",
  "session.required",
  "PGRST301",
  "PGRST303",
  "InvalidJWT",
  "bad_jwt",
]);

/** Refetches queries that failed because of an expired token. */
export async function retryAfterRefresh(): Promise<void> {
  await queryClient.refetchQueries({
    predicate: ({ state }) => state.error !== null && wantOfToken.has(toAppError(state.error).code),
  });
}

/** Refetches every active query, because the database shows more after a second factor. */
export async function refetchEverything(): Promise<void> {
  await queryClient.invalidateQueries();
}
