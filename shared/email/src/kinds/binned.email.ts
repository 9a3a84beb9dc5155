import * as v from "valibot";
import type { Language } from "../language.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph, quiet, titleOf } from "./parts.ts";

export const BinnedFacts = v.object({
  workspace: v.string(),
  title: v.string(),
  /** The member who did it, or the workspace. */
  by: v.string(),
  goneOn: Day,
  today: Day,
  /** Null for a recipient who never opened the request. */
  url: v.nullable(v.string()),
});

/** To recipients and to members who watch a request: it is in the bin. */
export function binned(
  { workspace, title, by, goneOn, today, url }: v.InferOutput<typeof BinnedFacts>,
  language: Language,
): Email {
  const until = day(goneOn, today);
  return writeEmail(
    {
      subject: `Deleted for good on ${until}: ${title}`,
      preview: "Save what you need before then.",
      brand: workspace,
      blocks: [
        { kind: "heading", text: "A request was deleted" },
        paragraph(`${by} deleted `, titleOf(title), ` of ${workspace}.`),
        quiet(
          `On ${until} everything in it is deleted for good: files, answers and history. Save what you need before then.`,
        ),
        ...(url === null ? [] : [{ kind: "button", label: "Open the request", url } as const]),
      ],
      footer: [["You get this because you took part in this request."]],
    },
    language,
  );
}
