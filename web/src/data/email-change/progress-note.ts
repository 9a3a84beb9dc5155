import { deviceStore } from "../../lib/browser-store.ts";
import { whenUserLeaves } from "../../lib/auth/session.ts";

const key = "sheaf:email-change";

/**
 * Progress of an email change. Auth reports a pending change but not which address has confirmed, so this browser saves
 * what it has seen: a confirmed address, or an opened link of either address.
 */
export type ConfirmedHalf = { by: "code"; address: string } | { by: "link" };

const byLink = "link";

export function confirmedHalf(): ConfirmedHalf | undefined {
  const note = deviceStore.read(key);
  if (note === null) return undefined;
  return note === byLink ? { by: "link" } : { by: "code", address: note };
}

export function noteConfirmedHalf(half: ConfirmedHalf | undefined): void {
  deviceStore.write(key, half && (half.by === "link" ? byLink : half.address));
}

whenUserLeaves(() => noteConfirmedHalf(undefined));
