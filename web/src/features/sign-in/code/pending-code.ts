import { signInCode } from "@sheaf/contract/sign-in-code";
import { tabStore } from "../../../lib/browser-store.ts";
import type { CodePurpose } from "../sign-in-calls.ts";

const key = { "sign-in": "sheaf:sign-in", recovery: "sheaf:recovery" };

export interface PendingCode {
  email: string;
  /** Path the sign-in leads to; a code requested for another page is not offered on this one. */
  next: string;
  /** Time of the request for the email. Milliseconds since 1970. */
  sentAt: number;
  /** Time from which another email may be requested. Milliseconds since 1970. */
  resendAt: number;
}

/**
 * The address whose code is awaited, saved in this tab for as long as the code is valid: on a phone, switching to the
 * email app and back often reloads the page.
 */
export function pendingCode(purpose: CodePurpose, next: string): PendingCode | undefined {
  const pending = parse(tabStore.read(key[purpose]));
  if (pending?.next !== next) return undefined;
  return Date.now() - pending.sentAt < signInCode.lifetime * 60_000 ? pending : undefined;
}

export function savePendingCode(purpose: CodePurpose, pending: PendingCode | undefined): void {
  tabStore.write(key[purpose], pending && JSON.stringify(pending));
}

// Parsed by hand: valibot would add a tenth to the JavaScript of the first screen.
function parse(stored: string | null): PendingCode | undefined {
  try {
    const { email, next, sentAt, resendAt }: Partial<Record<keyof PendingCode, unknown>> = JSON.parse(
      stored ?? "{}",
    );
    const isValid = typeof email === "string" && typeof next === "string";
    return isValid && typeof sentAt === "number" && typeof resendAt === "number"
      ? { email, next, sentAt, resendAt }
      : undefined;
  } catch {
    return undefined;
  }
}
