import * as v from "valibot";
import type { Language } from "../language.ts";
import { moment } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { paragraph, quiet } from "./parts.ts";

const changes = [
  "password_changed",
  "email_changed",
  "identity_linked",
  "identity_unlinked",
  "factor_added",
  "factor_removed",
  "passkey_added",
  "passkey_removed",
  "backup_code_used",
  "new_device",
  "account_deleted",
] as const;

export const SecurityFacts = v.object({
  change: v.picklist(changes),
  /** The account's address. */
  email: v.string(),
  /** The new address, the provider, the passkey's name or the device; "" where nothing is named. */
  detail: v.string(),
  /** Timestamp with a time zone. */
  at: v.string(),
  zone: v.string(),
  /** Undoes this one change; null where nothing can be undone. */
  undoUrl: v.nullable(v.string()),
});
type SecurityFacts = v.InferOutput<typeof SecurityFacts>;

/** To the owner of an account: a way of signing in has changed, or a new device has signed in. */
export function security(facts: SecurityFacts, language: Language): Email {
  const { change, email, detail, at, zone, undoUrl } = facts;
  const [heading, sentence] = texts[change];
  return writeEmail(
    {
      subject: `Sheaf: ${heading.toLowerCase()}`,
      preview: sentence(email, detail),
      brand: "Sheaf",
      blocks: [
        { kind: "heading", text: heading },
        paragraph(`${sentence(email, detail)} This was on ${moment(at, zone)}.`),
        quiet("If this was you, you don’t need to do anything."),
        ...(undoUrl === null
          ? [quiet("If it wasn’t you, contact the people who run this site.")]
          : [{ kind: "button", label: "It wasn’t me", url: undoUrl } as const]),
      ],
      footer: [
        [
          undoUrl === null
            ? "You get this because your account has changed."
            : "You get this because your account has changed. The button works for 48 hours and opens a page that says what happens next.",
        ],
      ],
    },
    language,
  );
}

type Text = [heading: string, sentence: (email: string, detail: string) => string];

const texts: Readonly<Record<SecurityFacts["change"], Text>> = {
  password_changed: ["Your password was changed", (email) => `The password of ${email} was changed.`],
  email_changed: [
    "Your email address was changed",
    (email, detail) => `The address of your account was changed from ${email} to ${detail}.`,
  ],
  identity_linked: [
    "A sign-in method was added",
    (email, detail) => `${detail} can now be used to sign in to ${email}.`,
  ],
  identity_unlinked: [
    "A sign-in method was removed",
    (email, detail) => `${detail} can no longer be used to sign in to ${email}.`,
  ],
  factor_added: [
    "An authenticator app was added",
    (email) => `Signing in to ${email} now also needs a code from an app.`,
  ],
  factor_removed: [
    "An authenticator app was removed",
    (email) => `An authenticator app was removed from ${email}.`,
  ],
  passkey_added: [
    "A passkey was added",
    (email, detail) => `The passkey ${detail} can now sign in to ${email}.`,
  ],
  passkey_removed: [
    "A passkey was removed",
    (email, detail) => `The passkey ${detail} can no longer sign in to ${email}.`,
  ],
  backup_code_used: [
    "A backup code was used",
    (email) => `Somebody signed in to ${email} with a backup code. That code can’t be used again.`,
  ],
  new_device: ["A new device signed in", (email, detail) => `${detail} signed in to ${email}.`],
  account_deleted: ["Your account was deleted", (email) => `The account of ${email} was deleted.`],
};
