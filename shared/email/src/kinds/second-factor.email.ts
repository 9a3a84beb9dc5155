import * as v from "valibot";
import type { Language } from "../language.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Day } from "./facts.ts";
import { paragraph, quiet, titleOf } from "./parts.ts";

export const SecondFactorFacts = v.object({
  workspace: v.string(),
  /** Name of the member who requires it. */
  by: v.string(),
  /** First day without access for those who have not set it up; null if that is so already. */
  from: v.nullable(Day),
  today: Day,
  url: v.string(),
});

/** To a member without a second factor, of a workspace that requires one. */
export function secondFactor(
  { workspace, by, from, today, url }: v.InferOutput<typeof SecondFactorFacts>,
  language: Language,
): Email {
  return writeEmail(
    {
      subject: `Set up two-factor authentication for ${workspace}`,
      preview:
        from === null ? "You can’t open the workspace without it." : `Set it up before ${day(from, today)}.`,
      brand: workspace,
      blocks: [
        { kind: "heading", text: "Set up two-factor authentication" },
        paragraph(`${by} asks all members of `, titleOf(workspace), " to use two-factor authentication."),
        paragraph(
          from === null
            ? "Until you set it up, you can’t open its requests and files."
            : `Set it up before ${day(from, today)}. From then on, you can’t open its requests and files without it.`,
        ),
        { kind: "button", label: "Set it up", url },
        quiet("You need an authenticator app on your phone. It takes about two minutes."),
      ],
      footer: [[`You get this email because you’re a member of ${workspace}.`]],
    },
    language,
  );
}
