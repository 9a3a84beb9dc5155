import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Row } from "../message.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker, Day, StopLinks, UnreadMessage } from "./facts.ts";
import { greeted, messageRow, paragraph, replyLine, stopLine, titleOf } from "./parts.ts";

const ReturnedItem = v.object({
  title: v.string(),
  /** Of the item as a whole; "" if only files were returned. */
  reason: v.string(),
  /** Files that were returned for their own reasons. */
  files: v.array(v.object({ name: v.string(), reason: v.string() })),
});

const Change = v.variant("kind", [
  v.object({ kind: v.literal("item_added"), title: v.string() }),
  v.object({ kind: v.literal("item_changed"), title: v.string() }),
  v.object({ kind: v.literal("item_removed"), title: v.string() }),
  v.object({ kind: v.literal("due_changed"), dueOn: v.nullable(Day) }),
  v.object({ kind: v.literal("title_changed"), before: v.string() }),
  v.object({ kind: v.literal("message_changed"), message: v.string() }),
  /** Another recipient asked this one for one more item. */
  v.object({ kind: v.literal("item_handed"), title: v.string(), by: v.string() }),
]);
type Change = v.InferOutput<typeof Change>;

export const UpdateFacts = v.object({
  asker: Asker,
  recipientName: v.string(),
  request: AskedRequest,
  returned: v.array(ReturnedItem),
  /** Number of others that were accepted in the same review. */
  accepted: v.number(),
  changes: v.array(Change),
  /** From members, who need not be the asker. */
  questions: v.array(UnreadMessage),
  today: Day,
  stop: StopLinks,
});
export type UpdateFacts = v.InferOutput<typeof UpdateFacts>;

/** To a recipient: what was returned, asked and changed, collected over ten minutes. */
export function update(facts: UpdateFacts, language: Language): Email {
  const { asker, recipientName, request, returned, accepted, changes, questions, today } = facts;
  const heading = headingOf(facts);
  const others =
    accepted === 0 ? "" : ` ${count(accepted, "other item")} ${accepted === 1 ? "was" : "were"} accepted.`;
  return writeEmail(
    {
      subject: `${heading}: ${request.title}`,
      preview: [
        ...returned.map(({ title }) => title),
        ...questions.map(({ title }) => title),
        ...changes.map((change) => changeText(change, today)),
      ].join(", "),
      brand: asker.workspace,
      blocks: [
        { kind: "heading", text: heading },
        ...(returned.length === 0
          ? []
          : [
              paragraph(
                ...greeted(recipientName, ""),
                { name: asker.name },
                ` looked at what you sent for `,
                titleOf(request.title),
                `.${others} Please send this again:`,
              ),
              { kind: "rows", rows: returned.map(returnedRow), isNumbered: true } as const,
            ]),
        ...(questions.length === 0
          ? []
          : [
              paragraph(
                ...greeted(returned.length === 0 ? recipientName : "", newMessages(questions.length)),
                titleOf(request.title),
                ":",
              ),
              { kind: "rows", rows: questions.map(messageRow) } as const,
            ]),
        ...(changes.length === 0
          ? []
          : [
              paragraph(
                ...(returned.length + questions.length === 0 ? greeted(recipientName, "") : []),
                { name: asker.name },
                " changed ",
                titleOf(request.title),
                ":",
              ),
              { kind: "rows", rows: changes.map((change): Row => changeRow(change, today)) } as const,
            ]),
        { kind: "button", label: "Open the request", url: request.url },
      ],
      footer: [replyLine(asker), stopLine(facts.stop, "Stop email about this request")],
    },
    language,
  );
}

/** Follows a greeting, and is followed by the request's title. */
const newMessages = (number: number): string =>
  number === 1 ? "there is a new message about " : "there are new messages about ";

function headingOf({ returned, questions, changes }: UpdateFacts): string {
  if (returned.length + questions.length === 0) return "This request has changed";
  const parts = [
    ...(returned.length === 0 ? [] : [`${count(returned.length, "item")} returned`]),
    ...(questions.length === 0 ? [] : [count(questions.length, "new message")]),
    ...(changes.length === 0 ? [] : [count(changes.length, "change")]),
  ];
  return new Intl.ListFormat("en-GB").format(parts);
}

function returnedRow({ title, reason, files }: v.InferOutput<typeof ReturnedItem>): Row {
  const words = [...(reason === "" ? [] : [reason]), ...files.map((file) => `${file.name}: ${file.reason}`)];
  return {
    title,
    chip: { label: "Returned", tone: "returned" },
    quote: { text: words.join("\n"), tone: "returned" },
  };
}

function changeRow(change: Change, today: string): Row {
  const title = changeText(change, today);
  return change.kind === "message_changed" && change.message !== ""
    ? { title, notes: [`“${change.message}”`] }
    : { title };
}

function changeText(change: Change, today: string): string {
  switch (change.kind) {
    case "item_added":
      return `New item: ${change.title}`;
    case "item_changed":
      return `Changed: ${change.title}`;
    case "item_removed":
      return `No longer needed: ${change.title}`;
    case "item_handed":
      return `${change.by} asked you for: ${change.title}`;
    case "due_changed":
      return change.dueOn === null ? "There’s no due date any more" : `Now due ${day(change.dueOn, today)}`;
    case "title_changed":
      return `It was called ${change.before}`;
    case "message_changed":
    default:
      return change.message === "" ? "The message was removed" : "A message was added";
  }
}
