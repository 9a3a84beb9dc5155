import { addressedLink } from "@sheaf/contract/addressed-link";
import { emailKinds } from "@sheaf/email/kinds";
import { senderName } from "@sheaf/email/kinds/parts";
import { Asker } from "@sheaf/email/kinds/facts";
import { oneLine } from "@sheaf/email/words/plain";
import type { SendMailOptions } from "nodemailer";
import * as v from "valibot";
import { byProgram } from "./by-program.ts";
import type { ClaimedEmail } from "./outbox.ts";

/** Facts for the headers and the attachment. Emails to members come from Sheaf alone. */
const Envelope = v.object({
  asker: v.optional(Asker),
  stop: v.optional(v.object({ request: v.string() })),
  stopUrl: v.optional(v.string()),
  signed: v.nullish(v.object({ document: v.unknown() })),
});

const Link = v.pipe(v.string(), v.url());

/** Kinds that come more than once: programs offer to stop them with one click. */
const repeated: ReadonlySet<string> = new Set([
  "invitation",
  "update",
  "reminder",
  "arrived",
  "damaged",
  "summary",
]);

/** Kinds that ask their reader to open a request, perhaps for the first time on this device. */
const asking: ReadonlySet<string> = new Set(["invitation", "reminder"]);

/** A request as an email names it. */
const LinkedRequest = v.looseObject({ url: Link });

/** The facts with the reader's address in the link to each request, so that its page can fill the address in. */
function withAddress(facts: unknown, address: string): unknown {
  return JSON.parse(JSON.stringify(facts), (key, value: unknown) =>
    key === "request" && v.is(LinkedRequest, value)
      ? { ...value, url: addressedLink(value.url, address) }
      : value,
  );
}

/**
 * An email as it is sent.
 *
 * @param from the address that this service sends from.
 * @throws ValiError if the facts don't fit the kind.
 */
export function toMessage({ id, kind, address, name, facts }: ClaimedEmail, from: string): SendMailOptions {
  const { asker, stop, stopUrl = stop?.request, signed } = v.parse(Envelope, facts);
  return {
    ...emailKinds[kind](asking.has(kind) ? withAddress(facts, address) : facts, "en"),
    from: { name: asker === undefined ? "Sheaf" : oneLine(senderName(asker)), address: from },
    to: { name: oneLine(name), address },
    ...(asker && { replyTo: { name: oneLine(asker.name), address: asker.email } }),
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    headers: {
      ...byProgram,
      ...(repeated.has(kind) && {
        "List-Unsubscribe": `<${v.parse(Link, stopUrl)}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    ...(signed && {
      attachments: [
        {
          filename: "receipt.json",
          content: JSON.stringify(signed.document, undefined, 2),
          contentType: "application/json",
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
