import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Row } from "../message.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { paragraph, quiet } from "./parts.ts";

const Kind = v.picklist(["deleted", "link_replaced", "retention_changed", "member_removed"]);
type Kind = v.InferOutput<typeof Kind>;

const Change = v.object({
  kind: Kind,
  /** Name of the member who did it, or the workspace. */
  by: v.string(),
  /** Title of the request or name of the member; null if it is gone. */
  subject: v.nullable(v.string()),
});

export const OwnerNoticeFacts = v.object({
  workspace: v.string(),
  /** Empty if all that were listed are undone, and there are others. */
  changes: v.array(Change),
  /** There are others that aren't listed. */
  hasMore: v.boolean(),
  url: v.string(),
});

/** To owners, and to the member who made the changes: those by which a thief with a session could destroy or take away. */
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
        ...(changes.length === 0
          ? [paragraph("There were too many changes to list them here. Check your requests and members.")]
          : [paragraph("Check that you expect them:"), { kind: "rows", rows: changes.map(rowOf) } as const]),
        ...(hasMore && changes.length > 0 ? [quiet("There are more than these.")] : []),
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

/** By kind: the words in place of a title or name that is gone, and the act. */
const texts: Readonly<Record<Kind, { gone: string; did: string }>> = {
  deleted: { gone: "A deleted request", did: "moved this request to the bin." },
  link_replaced: { gone: "A deleted request", did: "replaced the link of this request." },
  retention_changed: {
    gone: "A deleted request",
    did: "shortened how long the files of this request are kept.",
  },
  member_removed: { gone: "A former member", did: "removed this member." },
};

function rowOf({ kind, by, subject }: v.InferOutput<typeof Change>): Row {
  const { gone, did } = texts[kind];
  return { title: subject ?? gone, notes: [`${by} ${did}`] };
}
