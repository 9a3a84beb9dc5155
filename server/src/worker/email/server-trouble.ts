import type { Delivery } from "./delivery.ts";

/** Attempts in a row that end alike before a run is given up. */
const limit = 3;

/** Notices that a mail server takes nothing at all, so that a run doesn't use up the attempts of every email. */
export function serverTrouble() {
  let unanswered = 0;
  let refusals: { domain: string; reason: string | undefined }[] = [];
  return {
    /** @returns the fault of the server, for the operator; undefined while it works. */
    after(address: string, { blame, reason }: Delivery): string | undefined {
      unanswered = blame === "server" ? unanswered + 1 : 0;
      if (unanswered >= limit)
        return "The mail server can’t be reached, or refuses the sign-in or the sender";
      const refusal = { domain: address.slice(address.lastIndexOf("@") + 1), reason };
      refusals = blame === "recipient" && reason?.startsWith("5") ? [...refusals, refusal] : [];
      const alike = refusals.filter((one) => one.reason === reason);
      // A single domain may have its own reason.
      if (new Set(alike.map(({ domain }) => domain)).size < limit) return undefined;
      return `The mail server refuses recipients at ${limit} domains with ${reason}: check that it lets you relay as EMAIL_FROM`;
    },
  };
}
