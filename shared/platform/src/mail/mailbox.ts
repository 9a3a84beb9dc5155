import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { Mail, MailTransport } from "./mail.ts";

/** A mail that was kept instead of sent. */
export interface CapturedMail extends Mail {
  id: string;
  sentAt: Date;
}

export interface Mailbox extends MailTransport {
  /** All kept mails, newest first. */
  messages(): readonly CapturedMail[];
  /**
   * The newest mail to `to` that an earlier call has not returned yet; waits for one where there is none.
   *
   * @throws when none comes within 10 s.
   */
  latest(to: string): Promise<CapturedMail>;
  /** Forgets the mails with these ids, or all of them. */
  clear(ids?: readonly string[]): void;
}

/** A day of development stays below it, and a runaway loop does not fill the memory. */
const keptMails = 500;

/** Longer than any request that sends a mail may take, shorter than a test may. */
const patienceMs = 10_000;

export function createMailbox(deps: { clock: Clock }): Mailbox {
  let kept: CapturedMail[] = [];
  const taken = new Set<string>();
  const waiting = new Set<() => void>();

  function take(to: string): CapturedMail | undefined {
    const newest = kept.find((mail) => sameAddress(mail.to, to));
    if (!newest || taken.has(newest.id)) return undefined;
    taken.add(newest.id);
    return newest;
  }

  return {
    leaves: "after-commit",
    send: (mail) => {
      kept = [{ ...mail, id: randomUUID(), sentAt: deps.clock() }, ...kept].slice(0, keptMails);
      for (const look of waiting) look();
      return Promise.resolve();
    },
    messages: () => kept,
    latest: (to) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No mail to ${to} came within ${patienceMs} ms`));
        }, patienceMs);
        function look(): void {
          const mail = take(to);
          if (!mail) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(mail);
        }
        waiting.add(look);
        look();
      }),
    clear: (ids) => {
      kept = ids ? kept.filter((mail) => !ids.includes(mail.id)) : [];
    },
  };
}

function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
