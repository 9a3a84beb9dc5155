import { QueryClient } from "@tanstack/react-query";
import { dropResumeNotes } from "../data/uploads/resume/drop-resume-notes.ts";
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

/** Milliseconds without a request after which the first screen is complete. */
const quietMs = 300;
/** Longest wait for the first request, such as on a page that makes none. Milliseconds. */
const idleMs = 3000;

/** Longest wait while requests are repeated or hang. Milliseconds. */
const longestMs = 10_000;

/** Resolves once what the page shows first has loaded, so that a download after it doesn't share the connection. */
export function untilShown(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      clearTimeout(limit);
      stopListening();
      resolve();
    };
    const limit = setTimeout(done, longestMs);
    let timer = setTimeout(done, idleMs);
    const stopListening = queryClient.getQueryCache().subscribe(() => {
      clearTimeout(timer);
      if (queryClient.isFetching() === 0) timer = setTimeout(done, quietMs);
    });
  });
}

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
