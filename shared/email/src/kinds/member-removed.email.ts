import * as v from "valibot";
import type { Language } from "../language.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { paragraph, quiet, titleOf } from "./parts.ts";

export const MemberRemovedFacts = v.object({
  workspace: v.string(),
  /** The member who did it, or the workspace. */
  by: v.string(),
});

/** To a former member, removed by another one. */
export function memberRemoved(
  { workspace, by }: v.InferOutput<typeof MemberRemovedFacts>,
  language: Language,
): Email {
  return writeEmail(
    {
      subject: `You were removed from ${workspace}`,
      preview: "You can’t open its requests and files any more.",
      brand: workspace,
      blocks: [
        { kind: "heading", text: "You were removed from a workspace" },
        paragraph(`${by} removed you from `, titleOf(workspace), "."),
        paragraph(
          "You can’t open its requests and files any more. Your account and your other workspaces stay.",
        ),
        quiet("If you think this is a mistake, ask an owner of the workspace."),
      ],
      footer: [[`You get this because you were a member of ${workspace}.`]],
    },
    language,
  );
}
