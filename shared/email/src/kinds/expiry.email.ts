import * as v from "valibot";
import type { Language } from "../language.ts";
import { count } from "../words/counts.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph, quiet } from "./parts.ts";

export const ExpiryFacts = v.object({
  workspace: v.string(),
  requests: v.pipe(
    v.array(
      v.object({
        title: v.string(),
        url: v.string(),
        files: v.number(),
        answers: v.number(),
        deletedOn: Day,
      }),
    ),
    v.minLength(1),
  ),
  /** There are others that aren't listed. */
  hasMore: v.boolean(),
  url: v.string(),
  today: Day,
});

/** To members: files that are deleted soon, because their workspace doesn't keep them longer. */
export function expiry(
  { workspace, requests, hasMore, url, today }: v.InferOutput<typeof ExpiryFacts>,
  language: Language,
): Email {
  const total = {
    files: requests.reduce((sum, { files }) => sum + files, 0),
    answers: requests.reduce((sum, { answers }) => sum + answers, 0),
  };
  const first = requests.map(({ deletedOn }) => deletedOn).toSorted()[0] ?? today;
  const heading = `${contents(total)} will be deleted`;
  return writeEmail(
    {
      subject: `${heading} from ${day(first, today)}: ${workspace}`,
      preview: "Download what you need to keep.",
      brand: workspace,
      blocks: [
        { kind: "heading", text: heading },
        paragraph(
          `${workspace} keeps files and answers for a limited time after a request ends. Download what you need to keep before then.`,
        ),
        {
          kind: "rows",
          rows: requests.map((request) => ({
            title: request.title,
            chip: { label: day(request.deletedOn, today), tone: "waiting" as const },
            notes: [contents(request)],
          })),
        },
        ...(hasMore ? [quiet("There are more than these.")] : []),
        { kind: "button", label: "Open your requests", url },
      ],
      footer: [["You get this because you are a member of the workspace."]],
    },
    language,
  );
}

/** "12 files and 1 answer" */
function contents({ files, answers }: { files: number; answers: number }): string {
  const parts = [
    ...(files > 0 ? [count(files, "file")] : []),
    ...(answers > 0 ? [count(answers, "answer")] : []),
  ];
  return parts.join(" and ");
}
