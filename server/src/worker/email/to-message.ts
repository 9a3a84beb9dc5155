import { emailKinds } from "@sheaf/email/kinds";
import { senderName } from "@sheaf/email/kinds/parts";
import { Asker } from "@sheaf/email/kinds/facts";
import type { SendMailOptions } from "nodemailer";
import * as v from "valibot";
import type { ClaimedEmail } from "./outbox.ts";

/** Facts of every kind, for the headers. */
const Envelope = v.object({
  asker: Asker,
  stop: v.object({ request: v.string() }),
});

/** Kinds that come more than once: programs offer to stop them with one click. */
const repeated: ReadonlySet<string> = new Set(["invitation", "update", "reminder"]);

/**
 * An email as it is sent.
 *
 * @param from the address that this service sends from.
 * @throws ValiError if the facts don't fit the kind.
 */
export function toMessage({ id, kind, address, name, facts }: ClaimedEmail, from: string): SendMailOptions {
  const { asker, stop } = v.parse(Envelope, facts);
  return {
    ...emailKinds[kind](facts, "en"),
    from: { name: senderName(asker), address: from },
    to: { name, address },
    replyTo: { name: asker.name, address: asker.email },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(repeated.has(kind) && {
        "List-Unsubscribe": `<${stop.request}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
