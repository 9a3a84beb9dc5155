import { useSyncExternalStore } from "react";
import { deviceStore, tabStore } from "./browser-store.ts";

const key = "sheaf:workspace";

let last = tabStore.read(key) ?? deviceStore.read(key);
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Id of the workspace that this tab was in last. Tabs differ; a new one begins where the newest choice was. */
export function useLastWorkspace(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => last,
    () => null,
  );
}

export function rememberWorkspace(id: string): void {
  if (id === last) return;
  last = id;
  tabStore.write(key, id);
  deviceStore.write(key, id);
  for (const listener of listeners) listener();
}
