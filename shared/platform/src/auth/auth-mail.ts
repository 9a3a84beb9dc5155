import type { AuthDeps, Unit } from "./auth.deps.ts";
import { AuthError } from "./auth.errors.ts";
import { linkTo, newToken, type LinkType, type LinkWish, type Token } from "./mailed-token.ts";
import type { UserRow } from "./user.model.ts";
import { updateUser } from "./user.repository.ts";
import type { MailName } from "../mail/mail-templates.ts";

/** The refusal of a mail that comes too soon after the last of its kind, if it is one. */
export function tooSoon(deps: AuthDeps, sentAt: Date | null, now: Date): AuthError | undefined {
  if (!sentAt) return undefined;
  const waitMs = sentAt.getTime() + deps.settings.email.maxFrequency * 1000 - now.getTime();
  if (waitMs <= 0) return undefined;
  return new AuthError(
    429,
    "over_email_send_rate_limit",
    `For security purposes, you can only request this after ${Math.floor(waitMs / 1000)} seconds.`,
  );
}

export async function mailConfirmation(deps: AuthDeps, unit: Unit, user: UserRow, wish: LinkWish) {
  const refusal = tooSoon(deps, user.confirmation_sent_at, unit.now);
  if (refusal) throw refusal;
  const to = user.email ?? "";
  const token = await newToken(deps, unit, { user, type: "confirmation_token", to, wish });
  await updateUser(unit.query, user.id, unit.now, {
    confirmation_token: token.hash,
    confirmation_sent_at: unit.now,
  });
  put(deps, unit, { mail: "confirmation", type: "signup", user, to, token, wish });
}

/** Sign-in link and password reset share one token and one interval, so each voids the other's mail. */
export async function mailRecovery(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  wish: LinkWish & { type: "magiclink" | "recovery" },
) {
  const to = user.email ?? "";
  const token = await newToken(deps, unit, { user, type: "recovery_token", to, wish });
  await updateUser(unit.query, user.id, unit.now, { recovery_token: token.hash, recovery_sent_at: unit.now });
  const mail = wish.type === "magiclink" ? "magic_link" : "recovery";
  put(deps, unit, { mail, type: wish.type, user, to, token, wish });
}

/** Says that somebody made an account for this address, which its reader may take. No interval holds it back. */
export async function mailInvitation(deps: AuthDeps, unit: Unit, user: UserRow, wish: LinkWish) {
  const to = user.email ?? "";
  const token = await newToken(deps, unit, { user, type: "confirmation_token", to, wish });
  await updateUser(unit.query, user.id, unit.now, {
    confirmation_token: token.hash,
    confirmation_sent_at: unit.now,
    invited_at: unit.now,
  });
  put(deps, unit, { mail: "invite", type: "invite", user, to, token, wish });
}

/** One mail to the new address and, where both must agree, one to the old, each with a code of its own. */
export async function mailEmailChange(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  wish: LinkWish & { newEmail: string },
) {
  const refusal = tooSoon(deps, user.email_change_sent_at, unit.now);
  if (refusal) throw refusal;
  const { newEmail } = wish;
  const oldEmail = user.email ?? "";
  const askOld = deps.settings.email.doubleConfirmChanges && oldEmail !== "";
  const letter = { mail: "email_change", type: "email_change", user, newEmail, wish } as const;
  const forNew = await newToken(deps, unit, { user, type: "email_change_token_new", to: newEmail, wish });
  put(deps, unit, { ...letter, to: newEmail, token: forNew });
  const forOld = askOld
    ? await newToken(deps, unit, { user, type: "email_change_token_current", to: oldEmail, wish })
    : undefined;
  if (forOld) put(deps, unit, { ...letter, to: oldEmail, token: forOld });
  await updateUser(unit.query, user.id, unit.now, {
    email_change: newEmail,
    email_change_token_new: forNew.hash,
    email_change_token_current: forOld?.hash ?? "",
    email_change_sent_at: unit.now,
    email_change_confirm_status: 0,
  });
}

/** A nonce is typed back by the person who is signed in; it has no link. */
export async function mailReauthentication(deps: AuthDeps, unit: Unit, user: UserRow) {
  const refusal = tooSoon(deps, user.reauthentication_sent_at, unit.now);
  if (refusal) throw refusal;
  const to = user.email ?? "";
  const wish = { redirectTo: "", exchange: false };
  const token = await newToken(deps, unit, { user, type: "reauthentication_token", to, wish });
  await updateUser(unit.query, user.id, unit.now, {
    reauthentication_token: token.hash,
    reauthentication_sent_at: unit.now,
  });
  const { siteUrl } = deps.settings;
  const values = { SiteURL: siteUrl, Email: to, Token: token.code, Data: user.raw_user_meta_data ?? {} };
  const mail = deps.renderMail("reauthentication", to, values);
  unit.outbox.push({ name: "reauthentication", mail });
}

interface Letter {
  mail: MailName;
  type: LinkType;
  user: UserRow;
  to: string;
  token: Token;
  wish: LinkWish;
  newEmail?: string;
}

function put(deps: AuthDeps, unit: Unit, letter: Letter): void {
  const { token, wish } = letter;
  const mail = deps.renderMail(letter.mail, letter.to, {
    SiteURL: deps.settings.siteUrl,
    ConfirmationURL: linkTo(deps, token, letter.type, wish),
    Email: letter.user.email ?? "",
    NewEmail: letter.newEmail ?? "",
    SendingTo: letter.to,
    Token: token.code,
    TokenHash: token.hash,
    RedirectTo: wish.redirectTo,
    Data: letter.user.raw_user_meta_data ?? {},
  });
  unit.outbox.push({ name: letter.mail, mail });
}
