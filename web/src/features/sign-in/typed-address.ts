import { tabStore } from "../../lib/browser-store.ts";

const key = "sheaf:address";

/**
 * The address that was typed on one page about getting in, for the next one. It stays in this tab: in an address bar
 * it would end up in histories and logs.
 */
export function typedAddress(): string {
  return tabStore.read(key) ?? "";
}

/** @param typed nothing forgets it: somebody is in, or begins anew. */
export function keepTypedAddress(typed?: string): void {
  tabStore.write(key, typed);
}
