import * as v from "valibot";
import type { Language } from "../language.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { paragraph, titleOf } from "./parts.ts";

export const DamagedFacts = v.object({
  workspace: v.string(),
  title: v.string(),
  files: v.pipe(
    v.array(
      v.object({
        name: v.string(),
        /** Title of its item. */
        item: v.string(),
        /** Storage has no bytes of it. */
        isLost: v.boolean(),
      }),
    ),
    v.minLength(1),
  ),
  url: v.string(),
  settingsUrl: v.string(),
  stopUrl: v.string(),
});

/** To a member who watches the request: stored bytes aren't those that were sent. */
export function damaged(
  { workspace, title, files, url, settingsUrl, stopUrl }: v.InferOutput<typeof DamagedFacts>,
  language: Language,
): Email {
  const [named, it] = files.length === 1 ? ["A file is", "it"] : [`${files.length} files are`, "them"];
  return writeEmail(
    {
      subject: `${named} damaged: ${title}`,
      preview: `${files.map(({ name }) => name).join(", ")}.`,
      brand: workspace,
      blocks: [
        { kind: "heading", text: `${named} damaged` },
        paragraph(
          "We checked what arrived for ",
          titleOf(title),
          ` and found a problem. Ask for ${it} again.`,
        ),
        {
          kind: "rows",
          rows: files.map(({ name, item, isLost }) => ({
            title: name,
            chip: { label: isLost ? "Lost" : "Damaged", tone: "returned" },
            notes: [
              item,
              isLost
                ? "The file is no longer in storage."
                : "The stored file is different from the one that was sent.",
            ],
          })),
        },
        { kind: "button", label: "Open the request", url },
      ],
      footer: [
        ["You get this because you watch the request."],
        [
          { link: "Choose which emails you get", url: settingsUrl },
          " · ",
          { link: "Stop watching this request", url: stopUrl },
        ],
      ],
    },
    language,
  );
}
