import * as v from "valibot";
import type { Language } from "../language.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker, Day, StopLinks } from "./facts.ts";
import { paragraph, quiet, stopLine, titleOf } from "./parts.ts";

export const InvitationFacts = v.object({
  asker: Asker,
  request: AskedRequest,
  /** Items that the recipient sees. */
  items: v.number(),
  /** These items, with who handed them over; empty for a recipient of the whole request. */
  handed: v.array(v.object({ title: v.string(), by: v.string() })),
  /** Written by the asker; "" if there is none, or if it may not be sent. */
  message: v.string(),
  /** Days after the request closes; null if the workspace keeps files until a member deletes them. */
  retainDays: v.nullable(v.number()),
  today: Day,
  /** Absent where the site takes no reports. */
  reportUrl: v.optional(v.string()),
  stop: StopLinks,
});

/** To a recipient: a request was sent to them, they were added to it, or some of its items were handed to them. */
export function invitation(facts: v.InferOutput<typeof InvitationFacts>, language: Language): Email {
  const { asker, request, items, handed, message, today } = facts;
  const givers = [...new Set(handed.map(({ by }) => by))];
  /** The recipients who handed the items over; "" if the sender asks. */
  const givenBy = new Intl.ListFormat("en-GB").format(givers);
  const askers = givenBy === "" ? asker.name : givenBy;
  const asks = `${askers} ${givers.length > 1 ? "ask" : "asks"} you for ${count(items, "item")}`;
  const due = request.dueOn === null ? "" : `, due ${day(request.dueOn, today)}`;
  return writeEmail(
    {
      subject: `${asks}: ${request.title}`,
      preview: `${request.dueOn === null ? "" : `Due ${day(request.dueOn, today)}. `}Open the list and add files from any device.`,
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: asks },
        ...(givenBy === ""
          ? [paragraph(titleOf(request.title), due)]
          : [
              paragraph(
                { name: asker.name },
                ` of ${asker.workspace} asked ${givenBy} for this: `,
                titleOf(request.title),
                due,
              ),
            ]),
        ...(handed.length === 0
          ? []
          : [
              {
                kind: "rows",
                rows: handed.map(({ title, by }) => ({
                  title,
                  notes: givers.length > 1 ? [`${by} asked you for this.`] : [],
                })),
              } as const,
            ]),
        ...(message === "" ? [] : [{ kind: "words", text: message, by: asker.name } as const]),
        { kind: "button", label: "Open the request", url: request.url },
        quiet(
          "We’ll email you a code to confirm it’s you. Then add files from your phone or computer, a few at a time if you like. This link stays the same until everything is in.",
        ),
        {
          kind: "aside",
          text: [
            { strong: "Not expecting this?" },
            givenBy === ""
              ? ` Call ${asker.workspace} on a number you already have, not one from this email. `
              : ` Before you send anything, check with ${givenBy} in person or by phone. Don’t reply to this email. `,
            ...(facts.reportUrl === undefined ? [] : [{ link: "Report this request", url: facts.reportUrl }]),
          ],
        },
      ],
      footer: [
        givenBy === ""
          ? [
              `Sent on behalf of ${asker.name}, who confirmed the address ${asker.email}. Reply to this email to reach them.`,
            ]
          : [
              `Sent on behalf of ${givenBy}. Replies go to ${asker.name} (${asker.email}), who asked for the documents.`,
            ],
        ...(facts.retainDays === null
          ? []
          : [[`Files are deleted ${count(facts.retainDays, "day")} after the request closes.`]]),
        stopLine(facts.stop, "Stop email about this request"),
      ],
    },
    language,
  );
}
