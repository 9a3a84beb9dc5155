import type { ErrorCode } from "@sheaf/contract/errors/describe-error";
import { AppError } from "../../lib/errors.ts";
import { hasStalled } from "./transport/send-bytes.ts";

interface RetryRule {
  /** Retried automatically within seconds, on `retryDelays`. */
  soon?: true;
  /**
   * Afterwards: `reconnect` when the network is back or the page is looked at again, `session` with the next access
   * token, `manual` when the user presses "Try again", `never` because the same file would fail again.
   */
  later: "reconnect" | "session" | "manual" | "never";
}

/** Every code with its own rule, for small and large files alike. Any other one is retried manually. */
const rules: Readonly<Partial<Record<ErrorCode, RetryRule>>> = {
  // The call may have done its work and only the response was lost.
  "upload.interrupted": { soon: true, later: "reconnect" },
  "network.unreachable": { soon: true, later: "reconnect" },
  "service.unavailable": { soon: true, later: "reconnect" },
  "network.timeout": { later: "reconnect" },
  "upload.paused": { later: "reconnect" },
  "upload.elsewhere": { later: "reconnect" },

  NoSuchUpload: { soon: true, later: "manual" },
  TusError: { soon: true, later: "manual" },
  ResourceLocked: { soon: true, later: "manual" },
  LockTimeout: { soon: true, later: "manual" },
  Aborted: { soon: true, later: "manual" },
  SlowDown: { soon: true, later: "manual" },

  "session.required": { later: "session" },
  InvalidJWT: { later: "session" },
  ExpiredToken: { later: "session" },
  PGRST301: { later: "session" },
  PGRST303: { later: "session" },

  "file.empty": { later: "never" },
  "file.too_large": { later: "never" },
  "file.type": { later: "never" },
  "file.old_word": { later: "never" },
  "file.old_excel": { later: "never" },
  "file.name": { later: "never" },
  "file.changed": { later: "never" },
  "file.unreadable": { later: "never" },
  "item.locked": { later: "never" },
  "item.kind": { later: "never" },
  "item.not_received": { later: "never" },
  "request.closed": { later: "never" },
  not_found: { later: "never" },
  EntityTooLarge: { later: "never" },
  InvalidMimeType: { later: "never" },
};

/** A broken connection is often back within seconds; after these attempts the user is notified. Milliseconds. */
export const retryDelays: readonly number[] = [500, 2000, 5000];

const laterOf = (code: string) => ruleOf(code)?.later;
export const isInterruption = (code: string) => laterOf(code) === "reconnect";
export const isSessionFailure = (code: string) => laterOf(code) === "session";
export const canRetry = (code: string) => laterOf(code) !== "never";

/** A stalled connection would keep the user waiting again, and no retry helps while the device is offline. */
export function retriesSoon(failure: unknown): boolean {
  return (
    failure instanceof AppError &&
    ruleOf(failure.code)?.soon === true &&
    !hasStalled(failure) &&
    navigator.onLine
  );
}

/** Runs `attempt` until it succeeds, fails for good, or `retryDelays` are used up. Rejects with the last failure. */
export async function withRetries<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const delay of retryDelays) {
    try {
      return await attempt();
    } catch (failure) {
      if (!retriesSoon(failure)) throw failure;
      await pause(delay, signal);
    }
  }
  return await attempt();
}

function ruleOf(code: string): RetryRule | undefined {
  return Object.hasOwn(rules, code) ? rules[code as ErrorCode] : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("Stopped", "AbortError"));
    });
  });
}
