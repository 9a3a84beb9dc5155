import * as v from "valibot";
import type { Language } from "../language.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { AskedRequest, Asker } from "./facts.ts";
import { greeted, paragraph, quiet, titleOf } from "./parts.ts";

export const EndedFacts = v.object({
  asker: Asker,
  recipientName: v.string(),
  request: AskedRequest,
  /** `withdrawn`: cancelled, or the recipient was removed. `closed`: ended with or without gaps. */
  how: v.picklist(["withdrawn", "closed"]),
  /** True if the recipient can still read it. */
  isReadable: v.boolean(),
});

/** To a recipient who was invited: nothing more is needed from them. */
export function ended(facts: v.InferOutput<typeof EndedFacts>, language: Language): Email {
  const { asker, recipientName, request, how, isReadable } = facts;
  const did = how === "closed" ? "has closed" : "no longer needs anything for";
  return writeEmail(
    {
      subject: `Nothing more needed: ${request.title}`,
      preview: `You don’t need to do anything.`,
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: "Nothing more needed" },
        paragraph(
          ...greeted(recipientName, ""),
          { name: asker.name },
          ` ${did} `,
          titleOf(request.title),
          ".",
        ),
        ...(isReadable
          ? [
              quiet("What you sent stays listed there."),
              { kind: "button", label: "Open the request", url: request.url } as const,
            ]
          : []),
      ],
      footer: [[`Sent on behalf of ${asker.name} (${asker.email}). Reply to this email to reach them.`]],
    },
    language,
  );
}
