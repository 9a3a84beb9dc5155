import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Block } from "../message.ts";
import { count } from "../words/counts.ts";
import { day, dueSentence, dueWord } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker, Day, States, StopLinks, WaitingItem } from "./facts.ts";
import {
  greeted,
  paragraph,
  quiet,
  replyLine,
  stopEverything,
  stopLine,
  titleOf,
  waitingRow,
} from "./parts.ts";

const RemindedRequest = v.object({
  request: AskedRequest,
  /** Of the items that the recipient has to answer. */
  states: States,
  /** Required items that are missing or returned; at least one. */
  waiting: v.pipe(v.array(WaitingItem), v.minLength(1)),
  /** Day by which the recipient promised it. */
  promisedOn: v.nullable(Day),
  /** The recipient can ask someone else for an item. */
  canHandOff: v.boolean(),
  stop: StopLinks,
});
type RemindedRequest = v.InferOutput<typeof RemindedRequest>;

export const ReminderFacts = v.object({
  asker: Asker,
  /** "" if unknown. */
  recipientName: v.string(),
  /** All that one workspace waits for from this person. */
  requests: v.pipe(v.array(RemindedRequest), v.minLength(1)),
  /** In the recipient's time zone. */
  today: Day,
});

/** To a recipient: what is still missing, in all requests of one workspace. */
export function reminder(facts: v.InferOutput<typeof ReminderFacts>, language: Language): Email {
  const { asker, recipientName, requests, today } = facts;
  const left = requests.reduce((sum, { waiting }) => sum + waiting.length, 0);
  const [only] = requests;
  const isOne = requests.length === 1 && only !== undefined;
  const dueOn = isOne ? only.request.dueOn : null;
  const about = isOne ? only.request.title : `${requests.length} requests from ${asker.workspace}`;
  return writeEmail(
    {
      subject: `${count(left, "item")} left for ${about}${dueOn === null ? "" : `, ${dueWord(dueOn, today)}`}`,
      preview: `${requests.flatMap(({ waiting }) => waiting.map(({ title }) => title)).join(", ")}.`,
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: `${count(left, "item")} left` },
        ...(isOne
          ? aboutOne(only, { recipientName, asker, today })
          : [
              paragraph(
                ...greeted(
                  recipientName,
                  `this is what ${asker.name} still needs from you, in ${requests.length} requests:`,
                ),
              ),
              ...requests.flatMap((each) => aboutOneOfMany(each, { today })),
            ]),
        quiet(
          "Need more time? Say so on the same page, and we’ll hold the reminders.",
          ...(requests.some(({ canHandOff }) => canHandOff)
            ? [" If someone else has a document, you can ask them there."]
            : []),
        ),
      ],
      footer: [
        replyLine(asker),
        ...(isOne
          ? [stopLine(only.stop, "Stop reminders for this request")]
          : requests.map(({ request, stop }) => [
              { link: `Stop reminders for ${request.title}`, url: stop.request },
            ])),
        ...(isOne || only?.stop.everything === undefined ? [] : [[stopEverything(only.stop.everything)]]),
      ],
    },
    language,
  );
}

function aboutOne(
  { request, states, waiting, promisedOn }: RemindedRequest,
  { recipientName, asker, today }: { recipientName: string; asker: Asker; today: string },
): Block[] {
  const needs = `This is what ${asker.name} still needs from you:`;
  return [
    request.dueOn === null
      ? paragraph(...greeted(recipientName, "this is about "), titleOf(request.title), `. ${needs}`)
      : paragraph(
          ...greeted(recipientName, ""),
          titleOf(request.title),
          ` ${dueSentence(request.dueOn, today)}. ${needs}`,
        ),
    { kind: "progress", states },
    { kind: "rows", rows: waiting.map(waitingRow), isNumbered: true },
    ...promise(promisedOn, today),
    { kind: "button", label: "Add what is missing", url: request.url },
  ];
}

function aboutOneOfMany(
  { request, states, waiting, promisedOn }: RemindedRequest,
  { today }: { today: string },
): Block[] {
  return [
    { kind: "subheading", text: request.title },
    ...(request.dueOn === null ? [] : [paragraph(`It ${dueSentence(request.dueOn, today)}.`)]),
    { kind: "progress", states },
    { kind: "rows", rows: waiting.map(waitingRow), isNumbered: true },
    ...promise(promisedOn, today),
    { kind: "button", label: `Open ${request.title}`, url: request.url },
  ];
}

const promise = (promisedOn: string | null, today: string): Block[] =>
  promisedOn === null ? [] : [quiet(`You said you’d have it by ${day(promisedOn, today)}.`)];
