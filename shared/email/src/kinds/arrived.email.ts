import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Row } from "../message.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day, States, UnreadMessage } from "./facts.ts";
import { messageRow, paragraph, titleOf } from "./parts.ts";

const Arrival = v.object({
  title: v.string(),
  /** Names of the files that arrived. */
  files: v.array(v.string()),
  /** Answers that the recipient gave instead of files, or with them. */
  answer: v.picklist(["none", "answered", "not_applicable", "cannot_provide"]),
  /** The note on an answer; "" if there is none. */
  note: v.string(),
  /** It was returned before. */
  isAgain: v.boolean(),
});

export const ArrivedFacts = v.object({
  workspace: v.string(),
  request: v.object({ title: v.string(), dueOn: v.nullable(Day), url: v.string() }),
  /** The sender. */
  people: v.pipe(v.array(v.string()), v.minLength(1)),
  arrivals: v.array(Arrival),
  /** From recipients. */
  questions: v.array(UnreadMessage),
  states: States,
  /** Items that wait for a decision. */
  toReview: v.number(),
  /** Minutes between the first arrival and this email. */
  minutes: v.number(),
  today: Day,
  settingsUrl: v.string(),
  stopUrl: v.string(),
});
export type ArrivedFacts = v.InferOutput<typeof ArrivedFacts>;

/** To a member who watches the request: what arrived in the last minutes. */
export function arrived(facts: ArrivedFacts, language: Language): Email {
  const { workspace, request, people, arrivals, questions, states, toReview, today } = facts;
  const who = new Intl.ListFormat("en-GB").format(people);
  const sent = `${who} sent ${new Intl.ListFormat("en-GB").format([
    ...(arrivals.length === 0 ? [] : [count(arrivals.length, "item")]),
    ...(questions.length === 0 ? [] : [count(questions.length, "message")]),
  ])}`;
  const due = request.dueOn === null ? "" : `, due ${day(request.dueOn, today)}`;
  const waived = states.filter((state) => state === "waived").length;
  const accepted = states.filter((state) => state === "accepted").length;
  const progress = [
    ...(states.length > waived ? [`${accepted} of ${states.length - waived} accepted`] : []),
    ...(waived > 0 ? [`${waived} not needed`] : []),
    `${toReview} to review`,
  ];
  return writeEmail(
    {
      subject: `${sent}: ${request.title}`,
      preview: `${[...arrivals, ...questions].map(({ title }) => title).join(", ")}.`,
      brand: workspace,
      blocks: [
        { kind: "heading", text: sent },
        paragraph(titleOf(request.title), `${due}. ${progress.join(", ")}.`),
        { kind: "progress", states },
        { kind: "rows", rows: [...arrivals.map(arrivalRow), ...questions.map(messageRow)] },
        {
          kind: "button",
          label: toReview === 0 ? "Open the request" : `Review ${count(toReview, "item")}`,
          url: request.url,
        },
      ],
      footer: [
        [`You get this because you watch the request. It covers the last ${count(facts.minutes, "minute")}.`],
        [
          { link: "Get a daily summary instead", url: facts.settingsUrl },
          " · ",
          { link: "Stop watching this request", url: facts.stopUrl },
        ],
      ],
    },
    language,
  );
}

const answers = {
  answered: "Answered",
  not_applicable: "Doesn’t apply",
  cannot_provide: "Can’t provide",
} as const;

function arrivalRow({ title, files, answer, note, isAgain }: ArrivedFacts["arrivals"][number]): Row {
  const label = answer === "none" ? (files.length === 1 ? "New file" : "New files") : answers[answer];
  const again = isAgain && files.length > 0 ? ", after your return" : "";
  return {
    title,
    chip: { label, tone: answer === "none" || answer === "answered" ? "submitted" : "plain" },
    notes: [
      ...(files.length === 0 ? [] : [`${files.join(", ")}${again}`]),
      ...(note === "" ? [] : [`“${note}”`]),
    ],
  };
}
