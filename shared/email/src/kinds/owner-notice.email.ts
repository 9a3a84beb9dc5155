import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Row } from "../message.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { paragraph, quiet } from "./parts.ts";

const Change = v.object({
  kind: v.picklist(["deleted", "link_replaced", "retention_changed", "member_removed"]),
  /** Name of the member who did it, or the workspace. */
  by: v.string(),
  /** Title of the request or name of the member; null if it is gone. */
  subject: v.nullable(v.string()),
});

export const OwnerNoticeFacts = v.object({
  workspace: v.string(),
  changes: v.pipe(v.array(Change), v.minLength(1)),
  /** There are others that aren't listed. */
  hasMore: v.boolean(),
  url: v.string(),
});

/** To owners, and to whoever did it: changes that destroy or take away, as a thief with a session could make them. */
export function ownerNotice(
  { workspace, changes, hasMore, url }: v.InferOutput<typeof OwnerNoticeFacts>,
  language: Language,
): Email {
  return writeEmail(
    {
      subject: `Did you expect this? Changes in ${workspace}`,
      preview: "If not, sign out your other devices.",
      brand: workspace,
      blocks: [
        { kind: "heading", text: "Changes in your workspace" },
        paragraph("Check that you expect them:"),
        { kind: "rows", rows: changes.map(rowOf) },
        ...(hasMore ? [quiet("There are more than these.")] : []),
        quiet(
          "If you didn’t expect one, ask the member who is named. If it is you, someone else may be using your account: sign out your other devices.",
        ),
        { kind: "button", label: "Check your devices", url },
      ],
      footer: [[`You get this because you own ${workspace} or made the change.`]],
    },
    language,
  );
}

function rowOf({ kind, by, subject }: v.InferOutput<typeof Change>): Row {
  switch (kind) {
    case "deleted":
      return { title: subject ?? "A deleted request", notes: [`${by} moved this request to the bin.`] };
    case "link_replaced":
      return { title: subject ?? "A deleted request", notes: [`${by} replaced the link of this request.`] };
    case "retention_changed":
      return {
        title: subject ?? "A deleted request",
        notes: [`${by} shortened how long the files of this request are kept.`],
      };
    case "member_removed":
      return { title: subject ?? "A former member", notes: [`${by} removed this member.`] };
  }
}
