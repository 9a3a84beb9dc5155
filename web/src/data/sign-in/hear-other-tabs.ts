import { platformClient } from "../../lib/platform.ts";

/** Creates the auth client, which hears of a sign-in in another tab, where an emailed link may be opened. */
export function hearOtherTabs(): void {
  platformClient();
}
