import { useSyncExternalStore } from "react";

let arrived: string | undefined;
const listeners = new Set<() => void>();

/** Notes the session that a redirect has just established, a provider's or an emailed link's. */
export function noteArrival(sessionId: string | undefined): void {
  arrived = sessionId;
  for (const listener of listeners) listener();
}

/** Id of that session until the page has said whose it is. */
export function useArrival(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => arrived,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
