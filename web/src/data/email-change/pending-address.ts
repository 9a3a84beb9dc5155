import { deviceStore } from "../../lib/browser-store.ts";
import { whenUserLeaves } from "../../lib/auth/session.ts";

const key = "sheaf:pending-email";

/** New address requested in this browser; saved until a page has announced the completed change. */
export function pendingAddress(): string | undefined {
  return deviceStore.read(key) ?? undefined;
}

export function savePendingAddress(address: string | undefined): void {
  deviceStore.write(key, address);
}

whenUserLeaves(() => savePendingAddress(undefined));
