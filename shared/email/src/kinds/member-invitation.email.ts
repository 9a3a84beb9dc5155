import * as v from "valibot";
import type { Language } from "../language.ts";
import { day } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { Asker, Day } from "./facts.ts";
import { paragraph, quiet, titleOf } from "./parts.ts";

export const MemberInvitationFacts = v.object({
  asker: Asker,
  role: v.picklist(["owner", "admin", "member"]),
  url: v.string(),
  expiresOn: Day,
  today: Day,
  settingsUrl: v.string(),
});

const can = {
  owner: "You’ll be an owner: you can do everything there.",
  admin: "You’ll be an admin: you can manage its settings and members.",
  member: "You’ll be a member: you can send requests and review what comes in.",
} as const;

/** To a person who is invited to join a workspace. */
export function memberInvitation(
  { asker, role, url, expiresOn, today, settingsUrl }: v.InferOutput<typeof MemberInvitationFacts>,
  language: Language,
): Email {
  return writeEmail(
    {
      subject: `${asker.name} invites you to ${asker.workspace}`,
      preview: "Join the workspace on Sheaf.",
      brand: asker.workspace,
      accent: asker.accent,
      blocks: [
        { kind: "heading", text: `Join ${asker.workspace}` },
        paragraph(
          `${asker.name} (${asker.email}) invites you to work with them in `,
          titleOf(asker.workspace),
          `. ${can[role]}`,
        ),
        { kind: "button", label: "Accept invitation", url },
        quiet(`The invitation is for this address only and expires on ${day(expiresOn, today)}.`),
      ],
      footer: [
        ["If you didn’t expect this, ignore it. Nothing happens unless you accept."],
        [{ link: "Stop all email from Sheaf", url: settingsUrl }],
      ],
    },
    language,
  );
}
