import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Email, EmailTransport } from "./email.ts";

/** An email that was stored instead of sent. */
export interface CapturedEmail extends Email {
  id: string;
  sentAt: Date;
  /** Of an email that came by SMTP, in their order. */
  headers?: readonly EmailHeader[];
  attachments?: readonly EmailAttachment[];
  /** It came with a text part; otherwise `text` is made from the HTML. */
  hasTextPart?: boolean;
}

export interface EmailAttachment {
  name: string;
  /** Media type. */
  type: string;
  content: ArrayBuffer;
}

export interface EmailHeader {
  name: string;
  value: string;
}

export interface Mailbox extends EmailTransport {
  /** All stored emails, newest first. */
  messages(): readonly CapturedEmail[];
  /**
   * Returns the newest email to `to`, unless an earlier call has returned it; then waits for the next one.
   *
   * @throws if none arrives within 10 s.
   */
  latest(to: string): Promise<CapturedEmail>;
  /** Deletes the emails with these ids, or all of them. */
  clear(ids?: readonly string[]): void;
}

/** More than a day of development sends, and a limit for runaway loops. */
const maxEmails = 500;

/** Longer than any request that sends an email, shorter than the timeout of a test. */
const timeoutMs = 10_000;

export function createMailbox(deps: { clock: Clock }): Mailbox {
  let stored: CapturedEmail[] = [];
  const returned = new Set<string>();
  const waiters = new Set<() => void>();

  function newestUnread(to: string): CapturedEmail | undefined {
    const newest = stored.find((email) => sameAddress(email.to, to));
    if (!newest || returned.has(newest.id)) return undefined;
    returned.add(newest.id);
    return newest;
  }

  return {
    sends: "after-commit",
    send: (email) => {
      stored = [{ ...email, id: randomUUID(), sentAt: deps.clock() }, ...stored].slice(0, maxEmails);
      for (const check of waiters) check();
      return Promise.resolve();
    },
    messages: () => stored,
    latest: (to) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(check);
          reject(new Error(`No email to ${to} arrived within ${timeoutMs} ms`));
        }, timeoutMs);
        function check(): void {
          const email = newestUnread(to);
          if (!email) return;
          clearTimeout(timer);
          waiters.delete(check);
          resolve(email);
        }
        waiters.add(check);
        check();
      }),
    clear: (ids) => {
      stored = ids ? stored.filter((email) => !ids.includes(email.id)) : [];
    },
  };
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
