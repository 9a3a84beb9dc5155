import { deviceStore } from "../../lib/browser-store.ts";
import { whenUserLeaves } from "../../lib/session.ts";

const key = "sheaf:email-wanted";

/** The new address that was asked for in this browser, until a page has said that the account has it. */
export function wantedAddress(): string | undefined {
  return deviceStore.read(key) ?? undefined;
}

export function noteWantedAddress(address: string | undefined): void {
  deviceStore.write(key, address);
}

whenUserLeaves(() => noteWantedAddress(undefined));
