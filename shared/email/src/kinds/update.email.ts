import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Row } from "../message.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker, Day, StopLinks } from "./facts.ts";
import { greeted, paragraph, replyLine, stopLine, titleOf } from "./parts.ts";

const ReturnedItem = v.object({
  title: v.string(),
  /** Of the item as a whole; "" if only files were returned. */
  reason: v.string(),
  /** Files that were returned for a reason of their own. */
  files: v.array(v.object({ name: v.string(), reason: v.string() })),
});

const Change = v.variant("kind", [
  v.object({ kind: v.literal("item_added"), title: v.string() }),
  v.object({ kind: v.literal("item_changed"), title: v.string() }),
  v.object({ kind: v.literal("item_removed"), title: v.string() }),
  v.object({ kind: v.literal("due_changed"), dueOn: v.nullable(Day) }),
  v.object({ kind: v.literal("title_changed"), before: v.string() }),
  v.object({ kind: v.literal("message_changed"), message: v.string() }),
]);
type Change = v.InferOutput<typeof Change>;

export const UpdateFacts = v.object({
  asker: Asker,
  recipientName: v.string(),
  request: AskedRequest,
  returned: v.array(ReturnedItem),
  /** How many others were accepted in the same review. */
  accepted: v.number(),
  changes: v.array(Change),
  today: Day,
  stop: StopLinks,
});
export type UpdateFacts = v.InferOutput<typeof UpdateFacts>;

/** To a recipient: what was returned and what has changed, collected over ten minutes. */
export function update(facts: UpdateFacts, language: Language): Email {
  const { asker, recipientName, request, returned, accepted, changes, today } = facts;
  const heading = headingOf(facts);
  const others =
    accepted === 0 ? "" : ` ${count(accepted, "other")} ${accepted === 1 ? "was" : "were"} accepted.`;
  return writeEmail(
    {
      subject: `${heading}: ${request.title}`,
      preview: [
        ...returned.map(({ title }) => title),
        ...changes.map((change) => changeText(change, today)),
      ].join(", "),
      brand: asker.workspace,
      blocks: [
        { kind: "heading", text: heading },
        ...(returned.length === 0
          ? []
          : [
              paragraph(
                greeted(recipientName, ""),
                `${asker.name} looked at what you sent for `,
                titleOf(request.title),
                `.${others} Please send this again:`,
              ),
              { kind: "rows", rows: returned.map(returnedRow), isNumbered: true } as const,
            ]),
        ...(changes.length === 0
          ? []
          : [
              paragraph(
                returned.length === 0 ? greeted(recipientName, "") : "",
                `${asker.name} changed `,
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

function headingOf({ returned, changes }: UpdateFacts): string {
  const came = `${count(returned.length, "item")} returned`;
  if (returned.length === 0) return "This request has changed";
  return changes.length === 0 ? came : `${came}, and ${count(changes.length, "change")}`;
}

function returnedRow({ title, reason, files }: v.InferOutput<typeof ReturnedItem>): Row {
  const words = [...(reason === "" ? [] : [reason]), ...files.map((file) => `${file.name}: ${file.reason}`)];
  return { title, chip: { label: "Returned", tone: "returned" }, quote: words.join("\n") };
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
    case "due_changed":
      return change.dueOn === null ? "There is no due date any more" : `Now due ${day(change.dueOn, today)}`;
    case "title_changed":
      return `It was called ${change.before}`;
    case "message_changed":
    default:
      return change.message === "" ? "The message was removed" : "The message is new";
  }
}
