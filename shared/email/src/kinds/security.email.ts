import { deviceName } from "@sheaf/contract/device-name";
import * as v from "valibot";
import type { Language } from "../language.ts";
import type { Block } from "../message.ts";
import { moment } from "../words/days.ts";
import { type Email, writeEmail } from "../write-email.ts";
import { paragraph, quiet } from "./parts.ts";

const changes = [
  "password_changed",
  "email_changed",
  "identity_added",
  "identity_removed",
  "factor_added",
  "factor_removed",
  "passkey_added",
  "passkey_removed",
  "backup_codes_created",
  "backup_code_used",
  "new_device",
  "change_undone",
  "account_deleted",
] as const;

export const SecurityFacts = v.object({
  change: v.picklist(changes),
  /** The account's address, before the change. */
  email: v.string(),
  /**
   * The new address, the provider, the passkey's name, the device's user agent, or the address whose reader undid a change;
   * "" where nothing is named.
   */
  detail: v.string(),
  /** Timestamp with a time zone. */
  at: v.string(),
  zone: v.string(),
  /** Link to say that it was someone else; null if this reader can't undo the change. */
  undoUrl: v.nullable(v.string()),
});
type SecurityFacts = v.InferOutput<typeof SecurityFacts>;

/** To the owner of an account: a way to sign in has changed, or a new device has signed in. */
export function security(facts: SecurityFacts, language: Language): Email {
  const { change, email, detail, at, zone, undoUrl } = facts;
  const [heading, sentence] = texts[change];
  const happened = sentence(email, detail);
  return writeEmail(
    {
      subject: `Sheaf: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
      preview: happened,
      brand: "Sheaf",
      blocks: [
        { kind: "heading", text: heading },
        paragraph(`${happened} This happened on ${moment(at, zone)}.`),
        quiet("If this was you, you don’t need to do anything."),
        ...doubt(change, undoUrl),
      ],
      footer: [
        [
          undoUrl === null
            ? "You get this email because your account has changed."
            : "You get this email because your account has changed. The button works once, within 48 hours, and asks you to confirm.",
        ],
      ],
    },
    language,
  );
}

function doubt(change: SecurityFacts["change"], undoUrl: string | null): readonly Block[] {
  if (undoUrl === null) return [quiet("If it wasn’t you, contact the people who run this site.")];
  return [
    { kind: "button", label: "It wasn’t me", url: undoUrl },
    quiet(`This ${effects(change)}. Then sign in with a code.`),
  ];
}

/** The button's further effect, which depends on the change. */
const undone: Readonly<Partial<Record<SecurityFacts["change"], string>>> = {
  email_changed: "restores the account’s former address",
  identity_added: "removes the new sign-in method",
  passkey_added: "removes the new passkey",
  backup_codes_created: "cancels the new backup codes",
};

function effects(change: SecurityFacts["change"]): string {
  const further = undone[change];
  return further === undefined
    ? "signs out every device and removes the password"
    : `signs out every device, removes the password and ${further}`;
}

const providers: Readonly<Record<string, string>> = { email: "Email", google: "Google", github: "GitHub" };
const provider = (name: string) => providers[name] ?? name;
const device = (userAgent: string) => deviceName(userAgent).replace("Unknown", "An unknown");
/** Auth names a passkey "Passkey" if the user hasn't named it. */
const passkey = (name: string) => (["", "Passkey"].includes(name) ? "passkey" : `passkey “${name}”`);

type Text = [heading: string, sentence: (email: string, detail: string) => string];

const texts: Readonly<Record<SecurityFacts["change"], Text>> = {
  password_changed: ["Your password was changed", (email) => `The password of ${email} was changed.`],
  email_changed: [
    "Your email address was changed",
    (email, detail) => `The address of your account was changed from ${email} to ${detail}.`,
  ],
  identity_added: [
    "A sign-in method was added",
    (email, detail) => `${provider(detail)} was added as a way to sign in as ${email}.`,
  ],
  identity_removed: [
    "A sign-in method was removed",
    (email, detail) => `${provider(detail)} was removed as a way to sign in as ${email}.`,
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
    (email, detail) => `The new ${passkey(detail)} can now sign in as ${email}.`,
  ],
  passkey_removed: [
    "A passkey was removed",
    (email, detail) => `The ${passkey(detail)} can no longer sign in as ${email}.`,
  ],
  backup_codes_created: [
    "New backup codes were created",
    (email) =>
      `Ten new backup codes can replace the authenticator app of ${email}. Earlier ones no longer work.`,
  ],
  backup_code_used: [
    "A backup code was used",
    (email) =>
      `Someone used a backup code of ${email} to replace the authenticator app. All other devices were signed out.`,
  ],
  new_device: [
    "A new device signed in",
    (email, detail) => `${device(detail)} signed in to ${email} for the first time.`,
  ],
  change_undone: [
    "A change to your account was undone",
    (email, detail) =>
      `Someone who can read the emails of ${detail} said that they didn’t make a change to ${email}. All devices were signed out, and the password was removed.`,
  ],
  account_deleted: ["Your account was deleted", (email) => `The account of ${email} was deleted.`],
};
