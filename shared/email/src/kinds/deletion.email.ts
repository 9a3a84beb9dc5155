import * as v from "valibot";
import type { Language } from "../language.ts";
import { count } from "../words/counts.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker } from "./facts.ts";
import { greeted, paragraph, titleOf } from "./parts.ts";

const AskedFile = v.object({
  name: v.string(),
  /** Title of its item. */
  item: v.string(),
});

export const DeletionAskedFacts = v.object({
  workspace: v.string(),
  title: v.string(),
  files: v.pipe(v.array(AskedFile), v.minLength(1)),
  url: v.string(),
});

/** To members who watch a request: a recipient asks to have their own files deleted. */
export function deletionAsked(
  { workspace, title, files, url }: v.InferOutput<typeof DeletionAskedFacts>,
  language: Language,
): Email {
  const heading = `You’re asked to delete ${count(files.length, "file")}`;
  return writeEmail(
    {
      subject: `${heading}: ${title}`,
      preview: `${files.map(({ name }) => name).join(", ")}.`,
      brand: workspace,
      blocks: [
        { kind: "heading", text: heading },
        paragraph("It was sent for ", titleOf(title), ". Delete it, or say why you’re keeping it."),
        { kind: "rows", rows: files.map(({ name, item }) => ({ title: name, notes: [item] })) },
        { kind: "button", label: "Decide", url },
      ],
      footer: [["You get this because you watch the request."]],
    },
    language,
  );
}

export const DeletionDecidedFacts = v.object({
  asker: Asker,
  recipientName: v.string(),
  request: AskedRequest,
  files: v.pipe(
    v.array(
      v.object({
        ...AskedFile.entries,
        /** The reason for keeping it, "" if emails don't carry it; null if the file was deleted. */
        refusal: v.nullable(v.string()),
      }),
    ),
    v.minLength(1),
  ),
});

/** To a recipient who asked for files to be deleted: the decision on each. */
export function deletionDecided(
  { asker, recipientName, request, files }: v.InferOutput<typeof DeletionDecidedFacts>,
  language: Language,
): Email {
  const kept = files.filter(({ refusal }) => refusal !== null).length;
  const heading =
    kept === 0
      ? "The files you asked to delete can’t be opened any more"
      : kept === files.length
        ? "The files you asked to delete are kept"
        : "Some of the files you asked to delete are kept";
  return writeEmail(
    {
      subject: `${heading}: ${request.title}`,
      preview: `${asker.workspace} has decided.`,
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: heading },
        paragraph(...greeted(recipientName, "you asked for this in "), titleOf(request.title), "."),
        {
          kind: "rows",
          rows: files.map(({ name, item, refusal }) => ({
            title: name,
            chip:
              refusal === null
                ? ({ label: "Deleted", tone: "accepted" } as const)
                : ({ label: "Kept", tone: "returned" } as const),
            notes: [
              item,
              ...(refusal === null
                ? ["It can no longer be opened, and will be deleted from storage shortly."]
                : []),
            ],
            ...(refusal !== null &&
              refusal !== "" && { quote: { text: refusal, tone: "returned" } as const }),
          })),
        },
        { kind: "button", label: "Open the request", url: request.url },
      ],
      footer: [[`Sent on behalf of ${asker.name} (${asker.email}). Reply to this email to reach them.`]],
    },
    language,
  );
}
