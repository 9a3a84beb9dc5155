import type { Outcome } from "./outbox.ts";

/** The end of one attempt to send an email. */
export interface Delivery {
  outcome: Outcome;
  /** For the report: the reply's code, with the enhanced one if there is one, or the error's name. */
  reason?: string;
  /** `server`: it couldn't be reached or isn't set up. `recipient`: it answered, and refused this recipient for now. */
  blame?: "server" | "recipient";
}

/** Errors of nodemailer. */
interface SmtpError {
  /** `ECONNECTION`, `EAUTH`, … */
  code?: string;
  /** Of the server's reply. */
  responseCode?: number;
  /** The whole reply. */
  response?: string;
  /** The command that was answered. */
  command?: string;
}

/**
 * Enhanced codes (RFC 3463, RFC 7505 and the IANA registry) for a mailbox that doesn't exist: no such mailbox, bad syntax,
 * moved without a new address, a domain that takes no email.
 */
const noMailbox: ReadonlySet<string> = new Set(["5.1.1", "5.1.3", "5.1.6", "5.1.10"]);

/** The same in words, for servers without enhanced codes: a word for the mailbox beside one that says it isn't there. */
const noMailboxText =
  /\b(?:user|mailbox|recipient|account|address)\b.{0,60}\b(?:unknown|not found|does(?: not|n['’]t) exist|does(?: not|n['’]t) have|no longer exists)\b|\b(?:unknown|no such)\b.{0,20}\b(?:user|mailbox|recipient|account|address)\b/iu;

/** Words for another cause: the sender, the message or a limit. */
const otherCause =
  /\b(?:relay|block|black|spam|policy|reputation|rate|limit|quota|full|denied|SPF|DKIM|DMARC)/iu;

/**
 * Reads a server's reply. Only a mailbox that doesn't exist counts against its address: relays, blocklists, quotas and full
 * mailboxes are refused with the same codes (RFC 5321, 4.2.1: 5yz), and can be mended.
 */
export function describeFailure(error: unknown): Delivery {
  const { code = "", responseCode, response = "", command = "" } = (error ?? {}) as SmtpError;
  if (responseCode === undefined || code === "EAUTH") {
    const reason = responseCode === undefined ? code.toLowerCase() || "unknown" : String(responseCode);
    return { outcome: "retry", reason, blame: "server" };
  }
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0];
  const reason = enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
  if (responseCode < 500)
    return { outcome: "retry", reason, blame: responseCode === 421 ? "server" : "recipient" };
  if (command === "DATA") return { outcome: "failed", reason };
  if (command !== "RCPT TO") return { outcome: "retry", reason, blame: "server" };
  return isNoMailbox(enhanced, response)
    ? { outcome: "refused", reason }
    : { outcome: "retry", reason, blame: "recipient" };
}

function isNoMailbox(enhanced: string | undefined, response: string): boolean {
  if (enhanced !== undefined) return noMailbox.has(enhanced);
  return noMailboxText.test(response) && !otherCause.test(response);
}
