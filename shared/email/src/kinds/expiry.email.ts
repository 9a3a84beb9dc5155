import * as v from "valibot";
import type { Language } from "../language.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph } from "./parts.ts";

export const ExpiryFacts = v.object({
  workspace: v.string(),
  requests: v.pipe(
    v.array(v.object({ title: v.string(), url: v.string(), files: v.number(), deletedOn: Day })),
    v.minLength(1),
  ),
  url: v.string(),
  today: Day,
});

/** To members: files that are deleted soon, because their workspace doesn't keep them longer. */
export function expiry(
  { workspace, requests, url, today }: v.InferOutput<typeof ExpiryFacts>,
  language: Language,
): Email {
  const files = requests.reduce((sum, request) => sum + request.files, 0);
  const first = requests.map(({ deletedOn }) => deletedOn).toSorted()[0] ?? today;
  const heading = `${count(files, "file")} will be deleted`;
  return writeEmail(
    {
      subject: `${heading} from ${day(first, today)}: ${workspace}`,
      preview: "Download what you need to keep.",
      brand: workspace,
      blocks: [
        { kind: "heading", text: heading },
        paragraph(
          `${workspace} keeps files for a limited time after a request ends. Download what you need to keep before then.`,
        ),
        {
          kind: "rows",
          rows: requests.map((request) => ({
            title: request.title,
            chip: { label: day(request.deletedOn, today), tone: "waiting" as const },
            notes: [count(request.files, "file")],
          })),
        },
        { kind: "button", label: "Open your requests", url },
      ],
      footer: [["You get this because you are a member of the workspace."]],
    },
    language,
  );
}
