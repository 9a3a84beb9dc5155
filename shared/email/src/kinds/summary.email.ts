import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Block, Row } from "../message.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph } from "./parts.ts";

const Line = v.object({ title: v.string(), url: v.string(), people: v.array(v.string()) });

export const SummaryFacts = v.object({
  workspace: v.string(),
  /** Requests with arrivals since the last summary, and how many items each. */
  arrived: v.array(v.object({ ...Line.entries, items: v.number() })),
  /** Requests in which recipients wrote since then, and how many messages are unread in each. */
  questions: v.array(v.object({ ...Line.entries, messages: v.number() })),
  overdue: v.array(v.object({ ...Line.entries, dueOn: Day })),
  /** Requests with an address that can't receive email. */
  bounced: v.array(v.object({ ...Line.entries, address: v.string() })),
  url: v.string(),
  today: Day,
  settingsUrl: v.string(),
  /** Ends the summaries. */
  stopUrl: v.string(),
});
type SummaryFacts = v.InferOutput<typeof SummaryFacts>;

/** To a member who prefers one email a day. Not sent when nothing happened. */
export function summary(facts: SummaryFacts, language: Language): Email {
  const { workspace, arrived, questions, overdue, bounced, today } = facts;
  const parts = [
    arrived.length > 0 ? `${count(arrived.length, "request")} with new items` : "",
    questions.length > 0 ? `${count(questions.length, "request")} with new messages` : "",
    overdue.length > 0 ? `${overdue.length} overdue` : "",
    bounced.length > 0 ? `${count(bounced.length, "address", "addresses")} that can’t receive email` : "",
  ].filter((part) => part !== "");
  return writeEmail(
    {
      subject: `${day(today, today)} at ${workspace}: ${parts.join(", ")}`,
      preview: [...arrived, ...questions, ...overdue, ...bounced].map(({ title }) => title).join(", "),
      brand: workspace,
      blocks: [
        { kind: "heading", text: "Your day" },
        paragraph(`${parts.join(", ")}.`),
        ...section("Arrived", arrived, ({ items }) => ({
          chip: { label: count(items, "item"), tone: "submitted" },
        })),
        ...section("Questions", questions, ({ messages }) => ({
          chip: { label: count(messages, "message"), tone: "waiting" },
        })),
        ...section("Overdue", overdue, ({ dueOn }) => ({
          chip: { label: `Due ${day(dueOn, today)}`, tone: "returned" },
        })),
        ...section("Can’t receive email", bounced, ({ address }) => ({ notes: [address] })),
        { kind: "button", label: "Open your requests", url: facts.url },
      ],
      footer: [
        ["You get this on mornings when there is news."],
        [
          { link: "Change which emails you get", url: facts.settingsUrl },
          " · ",
          { link: "Stop these summaries", url: facts.stopUrl },
        ],
      ],
    },
    language,
  );
}

function section<Entry extends v.InferOutput<typeof Line>>(
  heading: string,
  lines: readonly Entry[],
  more: (line: Entry) => { chip?: Row["chip"]; notes?: readonly string[] },
): Block[] {
  if (lines.length === 0) return [];
  const rows = lines.map((line): Row => {
    const { chip, notes = [] } = more(line);
    const people = new Intl.ListFormat("en-GB").format(line.people);
    return { title: line.title, ...(chip && { chip }), notes: [people, ...notes] };
  });
  return [
    { kind: "subheading", text: heading },
    { kind: "rows", rows },
  ];
}
