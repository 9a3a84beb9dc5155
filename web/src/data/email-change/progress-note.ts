import { deviceStore } from "../../lib/browser-store.ts";
import { whenUserLeaves } from "../../lib/session.ts";

const key = "sheaf:email-change";

/**
 * Which half of an email change is done. The service says that a change is under way and not how far it is, so this
 * browser remembers what it has seen of it: an address, or that a link was opened here, of either.
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
