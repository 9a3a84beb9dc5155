import type { PasskeyListItem } from "@supabase/supabase-js";

export interface Passkey {
  id: string;
  name: string;
  /** ISO time. */
  since: string;
  /** ISO time; undefined if never used to sign in. */
  lastUsed: string | undefined;
}

/** Maximum length of a name. Characters. */
export const longestPasskeyName = 120;

export function toPasskeys(items: readonly PasskeyListItem[]): Passkey[] {
  return items
    .map((item) => ({
      id: item.id,
      name: item.friendly_name?.trim() || "Passkey",
      since: item.created_at,
      lastUsed: item.last_used_at || undefined,
    }))
    .toSorted((a, b) => a.since.localeCompare(b.since));
}
