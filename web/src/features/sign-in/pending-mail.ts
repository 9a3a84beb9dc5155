import { signInCode } from "@sheaf/contract/sign-in-code";
import { tabStore } from "../../lib/browser-store.ts";
import type { MailPurpose } from "./sign-in-calls.ts";

const key = { "sign-in": "sheaf:sign-in", recovery: "sheaf:recovery" };

export interface PendingMail {
  email: string;
  /** Where the sign-in leads; another page's sign-in is another one. */
  next: string;
  /** When the mail was asked for. Milliseconds since 1970. */
  sentAt: number;
  /** When another may be asked for. */
  resendAt: number;
}

/**
 * A mail that was sent and whose code is waited for. On a phone the way to the mail and back often reloads this page;
 * the address is kept in this tab alone, for as long as the code lives.
 */
export function pendingMail(purpose: MailPurpose, next: string): PendingMail | undefined {
  const pending = parse(tabStore.read(key[purpose]));
  if (pending?.next !== next) return undefined;
  return Date.now() - pending.sentAt < signInCode.lifetime * 60_000 ? pending : undefined;
}

export function keepPendingMail(purpose: MailPurpose, pending: PendingMail | undefined): void {
  tabStore.write(key[purpose], pending && JSON.stringify(pending));
}

// By hand: this is on the first screen's way, where a library for it would be a tenth of our own code.
function parse(stored: string | null): PendingMail | undefined {
  try {
    const { email, next, sentAt, resendAt }: Partial<Record<keyof PendingMail, unknown>> = JSON.parse(
      stored ?? "{}",
    );
    const whole = typeof email === "string" && typeof next === "string";
    return whole && typeof sentAt === "number" && typeof resendAt === "number"
      ? { email, next, sentAt, resendAt }
      : undefined;
  } catch {
    return undefined;
  }
}
