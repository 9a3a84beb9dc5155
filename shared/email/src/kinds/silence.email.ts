import * as v from "valibot";
import type { Language } from "../language.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph, quiet } from "./parts.ts";

export const SilenceFacts = v.object({
  workspace: v.string(),
  requests: v.pipe(
    v.array(v.object({ title: v.string(), url: v.string(), silentSince: Day })),
    v.minLength(1),
  ),
  /** There are others that aren't listed. */
  hasMore: v.boolean(),
  url: v.string(),
  today: Day,
});

/** To members: open requests on which nothing has happened for a year, and whose files are kept until they end. */
export function silence(
  { workspace, requests, hasMore, url, today }: v.InferOutput<typeof SilenceFacts>,
  language: Language,
): Email {
  const heading =
    requests.length === 1
      ? "A request has been inactive for a year"
      : `${count(requests.length, "request")} have been inactive for a year`;
  return writeEmail(
    {
      subject: `${heading}: ${workspace}`,
      preview: "Close what you no longer need.",
      brand: workspace,
      blocks: [
        { kind: "heading", text: heading },
        paragraph(
          "Files of an open request are kept for as long as it is open. Close or cancel what you no longer need.",
        ),
        {
          kind: "rows",
          rows: requests.map((request) => ({
            title: request.title,
            notes: [`Nothing has happened since ${day(request.silentSince, today)}.`],
          })),
        },
        ...(hasMore ? [quiet("There are more than these.")] : []),
        { kind: "button", label: "Open your requests", url },
      ],
      footer: [["You get this once a year because you are a member of the workspace."]],
    },
    language,
  );
}
