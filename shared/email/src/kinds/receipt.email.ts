import { type AnswerKind, answerKinds } from "@sheaf/contract/states";
import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Row } from "../message.ts";
import { count, size } from "../words/counts.ts";
import { moment } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker, StopLinks } from "./facts.ts";
import { greeted, paragraph, quiet, stopLine, titleOf } from "./parts.ts";

const ReceivedFile = v.object({
  name: v.string(),
  /** Bytes. */
  size: v.number(),
  /** Timestamp with a time zone. */
  at: v.string(),
  sha256: v.string(),
});

export const ReceiptFacts = v.object({
  asker: Asker,
  recipientName: v.string(),
  request: AskedRequest,
  /** This recipient's answers, by item. */
  items: v.array(
    v.object({
      title: v.string(),
      /** Null for an item that has files alone. */
      answerKind: v.nullable(v.picklist(answerKinds)),
      files: v.array(ReceivedFile),
    }),
  ),
  /** Required items that still wait for the recipient. */
  left: v.number(),
  /** The signed receipt that is attached, and the page that checks one. Null if none is. */
  signed: v.optional(v.nullable(v.object({ document: v.unknown(), verifyUrl: v.string() })), null),
  /** The recipient's time zone, such as `Europe/Lisbon`. */
  zone: v.string(),
  stop: StopLinks,
});
export type ReceiptFacts = v.InferOutput<typeof ReceiptFacts>;

/** To a recipient: what has arrived, so that they can prove it later. */
export function receipt(facts: ReceiptFacts, language: Language): Email {
  const { asker, recipientName, request, items, left, signed, zone, stop } = facts;
  const files = items.flatMap((item) => item.files);
  const total = `${count(files.length, "file")}, ${size(files.reduce((sum, file) => sum + file.size, 0))}`;
  return writeEmail(
    {
      subject: `${left === 0 ? "You’re done" : "We have your files"}: ${request.title}`,
      preview: `${total} for ${asker.workspace}.`,
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: left === 0 ? "You’re done" : "We have your files" },
        paragraph(
          ...greeted(recipientName, ""),
          { name: asker.workspace },
          ` received ${items.length === 1 ? "this" : "these"} for `,
          titleOf(request.title),
          `. Keep this email as your receipt.`,
        ),
        { kind: "rows", rows: items.map((item) => itemRow(item, zone, signed === null)) },
        quiet(
          left === 0
            ? `${total}. If ${asker.name} needs anything changed, you’ll see it on the same page.`
            : `${total}. ${count(left, "item")} left.`,
        ),
        { kind: "button", label: left === 0 ? "Open the request" : "Add what is missing", url: request.url },
      ],
      footer: [
        ...(signed === null
          ? [["The code under each file is its SHA-256 checksum: a copy of the file has the same one."]]
          : [
              [
                "A signed receipt is attached. It has your answers, except sensitive ones, and a checksum of each file. Anyone can check it. ",
                { link: "Check a receipt", url: signed.verifyUrl },
              ],
            ]),
        [`Sent on behalf of ${asker.name} (${asker.email}). Reply to this email to reach them.`],
        stopLine(stop, "Stop email about this request"),
      ],
    },
    language,
  );
}

const answerWords: Readonly<Record<AnswerKind, string>> = {
  text: "Answered",
  date: "Answered",
  choice: "Answered",
  yes_no: "Answered",
  not_applicable: "Doesn’t apply",
  cannot_provide: "Can’t provide",
};

/** Without a signed receipt, which has them, each file is followed by its checksum. */
function itemRow(
  { title, answerKind, files }: ReceiptFacts["items"][number],
  zone: string,
  hasChecksums: boolean,
): Row {
  const label =
    answerKind === null || files.length > 0 ? count(files.length, "file") : answerWords[answerKind];
  return {
    title,
    chip: { label, tone: "plain" },
    files: files.map(({ name, size: bytes, at, sha256 }) => ({
      text: `${name}, ${size(bytes)}, ${moment(at, zone)}`,
      ...(hasChecksums && { checksum: sha256 }),
    })),
  };
}
