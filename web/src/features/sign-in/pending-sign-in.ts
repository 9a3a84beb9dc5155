import { signInCode } from "@sheaf/contract/sign-in-code";
import * as v from "valibot";
import { tabStore } from "../../lib/browser-store.ts";

const key = "sheaf:sign-in";

const PendingSignIn = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    email: v.string(),
    /** Where the sign-in leads; another page's sign-in is another one. */
    next: v.string(),
    /** When the mail was asked for. Milliseconds since 1970. */
    sentAt: v.number(),
    /** When another may be asked for. */
    resendAt: v.number(),
  }),
);
export type PendingSignIn = v.InferOutput<typeof PendingSignIn>;

/**
 * A sign-in that waits for its code. On a phone the way to the mail and back often reloads this page; the address
 * is kept in this tab alone, for as long as the code lives.
 */
export function pendingSignIn(next: string, now: number): PendingSignIn | undefined {
  const parsed = v.safeParse(PendingSignIn, tabStore.read(key));
  if (!parsed.success || parsed.output.next !== next) return undefined;
  return now - parsed.output.sentAt < signInCode.lifetime * 60_000 ? parsed.output : undefined;
}

export function keepPendingSignIn(pending: PendingSignIn | undefined): void {
  tabStore.write(key, pending && JSON.stringify(pending));
}
