import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { linkUrl, createToken, type LinkOptions, type Token } from "./emailed-token.ts";
import type { LinkType } from "./link-type.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { updateUser } from "../accounts/user.repository.ts";
import type { EmailName } from "../../email/email-templates.ts";
import type { TemplateValues } from "../../email/template.ts";
import { hookEmailData } from "../hooks/send-email-hook.ts";

/** The error for an email requested too soon after the last one of its kind, else undefined. */
export function frequencyLimitError(deps: AuthDeps, sentAt: Date | null, now: Date): AuthError | undefined {
  if (!sentAt) return undefined;
  const waitMs = sentAt.getTime() + deps.settings.email.maxFrequency * 1000 - now.getTime();
  if (waitMs <= 0) return undefined;
  return new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${Math.floor(waitMs / 1000)} seconds.`,
  );
}

export async function sendConfirmationEmail(deps: AuthDeps, unit: Unit, user: UserRow, options: LinkOptions) {
  const refusal = frequencyLimitError(deps, user.confirmation_sent_at, unit.now);
  if (refusal) throw refusal;
  const to = user.email ?? "";
  const token = await createToken(deps, unit, { user, type: "confirmation_token", to, options });
  await updateUser(unit.query, user.id, unit.now, {
    confirmation_token: token.hash,
    confirmation_sent_at: unit.now,
  });
  queueEmail(deps, unit, { template: "confirmation", type: "signup", user, sent: [{ to, token }], options });
}

/** Sign-in links and password resets share one token and one frequency limit, so each voids the other's email. */
export async function sendRecoveryEmail(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  options: LinkOptions & { type: "magiclink" | "recovery" },
) {
  const to = user.email ?? "";
  const token = await createToken(deps, unit, { user, type: "recovery_token", to, options });
  await updateUser(unit.query, user.id, unit.now, { recovery_token: token.hash, recovery_sent_at: unit.now });
  const template = options.type === "magiclink" ? "magic_link" : "recovery";
  queueEmail(deps, unit, { template, type: options.type, user, sent: [{ to, token }], options });
}

/** Emails the new address and, if both must confirm, the old one, each with its own code. */
export async function sendEmailChangeEmails(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  options: LinkOptions & { newEmail: string },
) {
  const refusal = frequencyLimitError(deps, user.email_change_sent_at, unit.now);
  if (refusal) throw refusal;
  const { newEmail } = options;
  const oldEmail = user.email ?? "";
  const askOld = deps.settings.email.doubleConfirmChanges && oldEmail !== "";
  const forNew = await createToken(deps, unit, {
    user,
    type: "email_change_token_new",
    to: newEmail,
    options,
  });
  const forOld = askOld
    ? await createToken(deps, unit, { user, type: "email_change_token_current", to: oldEmail, options })
    : undefined;
  queueEmail(deps, unit, {
    template: "email_change",
    type: "email_change",
    user: { ...user, email_change: newEmail },
    sent: [{ to: newEmail, token: forNew }, ...(forOld ? [{ to: oldEmail, token: forOld }] : [])],
    options,
    newEmail,
  });
  await updateUser(unit.query, user.id, unit.now, {
    email_change: newEmail,
    email_change_token_new: forNew.hash,
    email_change_token_current: forOld?.hash ?? "",
    email_change_sent_at: unit.now,
    email_change_confirm_status: 0,
  });
}

/** The nonce is typed by a signed-in user; the email has no link. */
export async function sendReauthenticationEmail(deps: AuthDeps, unit: Unit, user: UserRow) {
  const refusal = frequencyLimitError(deps, user.reauthentication_sent_at, unit.now);
  if (refusal) throw refusal;
  const to = user.email ?? "";
  const options = { redirectTo: "", exchange: false };
  const token = await createToken(deps, unit, { user, type: "reauthentication_token", to, options });
  await updateUser(unit.query, user.id, unit.now, {
    reauthentication_token: token.hash,
    reauthentication_sent_at: unit.now,
  });
  const { siteUrl } = deps.settings;
  const values = { SiteURL: siteUrl, Email: to, Token: token.code, Data: user.raw_user_meta_data ?? {} };
  const data = hookEmailData(deps, "reauthentication", { token: token.code, token_hash: token.hash });
  unit.outbox.push({ name: "reauthentication", letters: [{ to, values }], user, data });
}

interface OutgoingEmail {
  template: EmailName;
  type: LinkType;
  user: UserRow;
  /** The second is the old address of a change. */
  sent: readonly { to: string; token: Token }[];
  options: LinkOptions;
  newEmail?: string;
}

function queueEmail(deps: AuthDeps, unit: Unit, email: OutgoingEmail): void {
  const { template, type, user, sent, options } = email;
  const valuesFor = (to: string, token: Token): TemplateValues => ({
    SiteURL: deps.settings.siteUrl,
    ConfirmationURL: linkUrl(deps, token, type, options),
    Email: user.email ?? "",
    NewEmail: email.newEmail ?? "",
    SendingTo: to,
    Token: token.code,
    TokenHash: token.hash,
    RedirectTo: options.redirectTo,
    Data: user.raw_user_meta_data ?? {},
  });
  const [first, old] = sent;
  const data = hookEmailData(deps, type, {
    redirect_to: options.redirectTo,
    token_hash: first?.token.hash ?? "",
    // The service crosses the two: each code is beside the other's hash.
    ...(old
      ? { token: old.token.code, token_new: first?.token.code ?? "", token_hash_new: old.token.hash }
      : { token: first?.token.code ?? "" }),
  });
  const letters = sent.map(({ to, token }) => ({ to, values: valuesFor(to, token) }));
  unit.outbox.push({ name: template, letters, user, data });
}
