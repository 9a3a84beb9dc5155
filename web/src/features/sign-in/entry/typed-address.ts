import { tabStore } from "../../../lib/browser-store.ts";

const key = "sheaf:address";

/**
 * The address typed on one sign-in page, for the next one. Saved in this tab: in a URL it would end up in histories and
 * logs.
 */
export function typedAddress(): string {
  return tabStore.read(key) ?? "";
}

/** @param typed undefined removes it. */
export function saveTypedAddress(typed?: string): void {
  tabStore.write(key, typed);
}
