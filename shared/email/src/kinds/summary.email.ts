import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Block, Row, Tone } from "../message.ts";
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
  overdue: v.array(v.object({ ...Line.entries, dueOn: Day })),
  /** Requests with an address that can't receive email. */
  bounced: v.array(v.object({ ...Line.entries, address: v.string() })),
  url: v.string(),
  today: Day,
  settingsUrl: v.string(),
});
type SummaryFacts = v.InferOutput<typeof SummaryFacts>;

/** To a member who prefers one email a day. Not sent when nothing happened. */
export function summary(facts: SummaryFacts, language: Language): Email {
  const { workspace, arrived, overdue, bounced, today } = facts;
  const parts = [
    arrived.length > 0 ? `${count(arrived.length, "request")} with new items` : "",
    overdue.length > 0 ? `${overdue.length} overdue` : "",
    bounced.length > 0 ? `${count(bounced.length, "address", "addresses")} without email` : "",
  ].filter((part) => part !== "");
  return writeEmail(
    {
      subject: `${day(today, today)} at ${workspace}: ${parts.join(", ")}`,
      preview: [...arrived, ...overdue, ...bounced].map(({ title }) => title).join(", "),
      brand: workspace,
      blocks: [
        { kind: "heading", text: "Your day" },
        paragraph(`${parts.join(", ")}.`),
        ...section("Arrived", "submitted", arrived, ({ items }) => count(items, "item")),
        ...section("Overdue", "returned", overdue, ({ dueOn }) => `Due ${day(dueOn, today)}`),
        ...section("Can’t receive email", "waiting", bounced, ({ address }) => address),
        { kind: "button", label: "Open your requests", url: facts.url },
      ],
      footer: [
        ["You get this every morning on which there is something to say."],
        [{ link: "Change which emails you get", url: facts.settingsUrl }],
      ],
    },
    language,
  );
}

function section<Entry extends v.InferOutput<typeof Line>>(
  heading: string,
  tone: Tone,
  lines: readonly Entry[],
  labelOf: (line: Entry) => string,
): Block[] {
  if (lines.length === 0) return [];
  const rows = lines.map((line): Row => {
    return {
      title: line.title,
      chip: { label: labelOf(line), tone },
      notes: [new Intl.ListFormat("en-GB").format(line.people)],
    };
  });
  return [
    { kind: "subheading", text: heading },
    { kind: "rows", rows },
  ];
}
