import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Block, Inline, Row } from "../message.ts";
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
  /** The request was closed, the recipient was told so, and it is open again. */
  isReopened: v.boolean(),
  /** Number of items of this recipient that are accepted by now. */
  accepted: v.number(),
  changes: v.array(Change),
  /** From members, who need not be the asker. */
  questions: v.array(UnreadMessage),
  today: Day,
  stop: StopLinks,
});
export type UpdateFacts = v.InferOutput<typeof UpdateFacts>;

/** To a recipient: that the request is open again, and what was returned, asked and changed, collected over ten minutes. */
export function update(facts: UpdateFacts, language: Language): Email {
  const { asker, recipientName, request, isReopened, returned, changes, questions, today } = facts;
  const parts = [
    ...(isReopened ? [reopenedPart(facts)] : []),
    ...(returned.length === 0 ? [] : [returnedPart(facts)]),
    ...(questions.length === 0 ? [] : [questionsPart(facts)]),
    ...(changes.length === 0 ? [] : [changesPart(facts)]),
  ];
  return writeEmail(
    {
      subject: subjectOf(facts),
      preview: [
        ...returned.map(({ title }) => title),
        ...questions.map(({ title }) => title),
        ...changes.map((change) => changeText(change, today)),
      ].join(", "),
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: headingOf(facts) },
        ...parts.flatMap(({ sentence, rows }, place) =>
          [paragraph(...begun(place === 0 ? recipientName : "", sentence))].concat(rows),
        ),
        { kind: "button", label: "Open the request", url: request.url },
      ],
      footer: [replyLine(asker), stopLine(facts.stop, "Stop email about this request")],
    },
    language,
  );
}

/** The email's first sentence follows a greeting, where the recipient has a name. */
function begun(recipientName: string, [first, ...rest]: Part["sentence"]): readonly Inline[] {
  if (typeof first === "string") return [...greeted(recipientName, first), ...rest];
  return [...greeted(recipientName, ""), first, ...rest];
}

interface Part {
  sentence: readonly [Inline, ...Inline[]];
  rows: readonly Block[];
}

const reopenedPart = ({ asker, request }: UpdateFacts): Part => ({
  sentence: [
    { name: asker.name },
    " opened ",
    titleOf(request.title),
    " again. Please ignore the email that said nothing more was needed.",
  ],
  rows: [],
});

function returnedPart({ asker, request, accepted, returned }: UpdateFacts): Part {
  const others =
    accepted === 0 ? "" : ` ${count(accepted, "other item")} ${accepted === 1 ? "is" : "are"} accepted.`;
  const what = returned.length === 1 ? "this" : "these";
  return {
    sentence: [{ name: asker.name }, ` needs ${what} again for `, titleOf(request.title), `.${others}`],
    rows: [{ kind: "rows", rows: returned.map(returnedRow), isNumbered: returned.length > 1 }],
  };
}

const questionsPart = ({ request, questions }: UpdateFacts): Part => ({
  sentence: [
    questions.length === 1 ? "there is a new message about " : "there are new messages about ",
    titleOf(request.title),
    ":",
  ],
  rows: [{ kind: "rows", rows: questions.map(messageRow) }],
});

const changesPart = ({ asker, request, changes, today }: UpdateFacts): Part => ({
  sentence: [{ name: asker.name }, " changed ", titleOf(request.title), ":"],
  rows: [{ kind: "rows", rows: changes.map((change) => changeRow(change, today)) }],
});

/** "One thing to send again", "2 new messages and 1 change", "Open again, with one thing to send again" */
function headingOf({ isReopened, returned, questions, changes }: UpdateFacts): string {
  const parts = [
    ...(returned.length === 0 ? [] : [`${numeral(returned.length)} to send again`]),
    ...(questions.length === 0 ? [] : [count(questions.length, "new message")]),
    ...(changes.length === 0 ? [] : [count(changes.length, "change")]),
  ];
  const list = new Intl.ListFormat("en-GB").format(parts);
  if (isReopened) return parts.length === 0 ? "Open again" : `Open again, with ${list}`;
  return list.charAt(0).toUpperCase() + list.slice(1);
}

const numeral = (things: number): string => (things === 1 ? "one thing" : `${things} things`);

/** Names the only thing that the email is about, and otherwise the request. */
function subjectOf(facts: UpdateFacts): string {
  const { isReopened, returned, questions, changes, request, today } = facts;
  const [change] = changes;
  const isOnly = !isReopened && returned.length + questions.length + changes.length === 1;
  if (isOnly && change) return `${changeText(change, today)} (${request.title})`;
  const [item] = isOnly ? [...returned, ...questions] : [];
  return `${headingOf(facts)}: ${item?.title ?? request.title}`;
}

function returnedRow({ title, reason, files }: v.InferOutput<typeof ReturnedItem>): Row {
  // A file that came back with its item has the same reason.
  const own = files.filter((file) => file.reason !== reason);
  const words = [...(reason === "" ? [] : [reason]), ...own.map((file) => `${file.name}: ${file.reason}`)];
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
