import * as v from "valibot";
import type { Language } from "../language.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph, quiet, titleOf } from "./parts.ts";

export const RepeatFacts = v.object({
  workspace: v.string(),
  title: v.string(),
  /** Names or addresses of its recipients. */
  people: v.array(v.string()),
  /** Day on which the request is sent again, or should have been. */
  on: Day,
  hasFailed: v.boolean(),
  today: Day,
  url: v.string(),
});

/** To the member in whose name a request is sent again: a day before, and if it couldn't be sent. */
export function repeat(
  { workspace, title, people, on, hasFailed, today, url }: v.InferOutput<typeof RepeatFacts>,
  language: Language,
): Email {
  const to = new Intl.ListFormat("en-GB").format(people);
  const named = day(on, today);
  return writeEmail(
    hasFailed
      ? {
          subject: `Not sent again: ${title}`,
          preview: "Open the request to see why.",
          brand: workspace,
          blocks: [
            { kind: "heading", text: "This request wasn’t sent again" },
            paragraph("We couldn’t send ", titleOf(title), ` to ${to} again on ${named}.`),
            { kind: "button", label: "See why", url },
            quiet("It doesn’t repeat until you skip this date or set a new one."),
          ],
          footer: [[`You get this email because you set this request of ${workspace} to repeat.`]],
        }
      : {
          subject: `Goes out again ${named}: ${title}`,
          preview: "You can skip this one.",
          brand: workspace,
          blocks: [
            { kind: "heading", text: `Goes out again ${named}` },
            paragraph("We’ll send ", titleOf(title), ` to ${to} again, in your name.`),
            { kind: "button", label: "Review or skip it", url },
            quiet("To change what you ask for, edit the request before then."),
          ],
          footer: [[`You get this email because you set this request of ${workspace} to repeat.`]],
        },
    language,
  );
}
