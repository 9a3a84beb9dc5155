import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { requireFreeAddress } from "../change-email.ts";
import { readEmail } from "../email-address.ts";
import { linkTo, newToken, type Token } from "../mailed-token.ts";
import { hashOfCode } from "../one-time-code.ts";
import type { UserRow } from "../user.model.ts";
import { lockUserByEmail, mergeUserMetadata, updateUser } from "../user.repository.ts";
import { accountToConfirm } from "./account-to-confirm.ts";

export interface WantedLink {
  type: string;
  email: string;
  newEmail: string;
  /** Of an account that is made for the link. */
  passwordHash: string;
  data: Readonly<Record<string, unknown>>;
  redirectTo: string;
}

export interface GeneratedLink {
  user: UserRow;
  /** Of the link that it became: an unknown address is signed up, whatever the caller wanted to sign in. */
  verificationType: string;
  actionLink: string;
  code: string;
  hashedToken: string;
}

/**
 * What a mail would hold, for a mail that the caller writes; none is sent, and no interval between two counts. It
 * always ends in a session, never in a code exchange: nobody's browser has asked for it.
 *
 * @throws `user_not_found`, `email_exists`, `validation_failed`.
 */
export async function generateLink(deps: AuthDeps, unit: Unit, wanted: WantedLink): Promise<GeneratedLink> {
  switch (wanted.type) {
    case "signup":
      return signUpLink(deps, unit, wanted);
    case "invite":
      return invitationLink(deps, unit, wanted);
    case "magiclink":
    case "recovery":
      return recoveryLink(deps, unit, wanted, wanted.type);
    case "email_change_current":
    case "email_change_new":
      return emailChangeLink(deps, unit, wanted, wanted.type);
    default:
      throw validationFailed(`Invalid email action link type requested: ${wanted.type}`);
  }
}

async function signUpLink(deps: AuthDeps, unit: Unit, wanted: WantedLink): Promise<GeneratedLink> {
  const { user, isNew } = await accountToConfirm(unit, wanted);
  if (!isNew) await mergeUserMetadata(unit.query, user.id, unit.now, wanted.data);
  const token = await confirmationToken(deps, unit, user);
  return link(deps, wanted, { user, token, type: "signup" });
}

async function invitationLink(deps: AuthDeps, unit: Unit, wanted: WantedLink): Promise<GeneratedLink> {
  const { user } = await accountToConfirm(unit, { ...wanted, passwordHash: "" });
  await updateUser(unit.query, user.id, unit.now, { invited_at: unit.now });
  const token = await confirmationToken(deps, unit, user);
  return link(deps, wanted, { user, token, type: "invite" });
}

async function confirmationToken(deps: AuthDeps, unit: Unit, user: UserRow): Promise<Token> {
  const to = user.email ?? "";
  const token = await newToken(deps, unit, { user, type: "confirmation_token", to, wish: noExchange });
  await updateUser(unit.query, user.id, unit.now, {
    confirmation_token: token.hash,
    confirmation_sent_at: unit.now,
  });
  return token;
}

async function recoveryLink(
  deps: AuthDeps,
  unit: Unit,
  wanted: WantedLink,
  type: "magiclink" | "recovery",
): Promise<GeneratedLink> {
  const user = await lockUserByEmail(unit.query, wanted.email);
  if (!user && type === "magiclink") return signUpLink(deps, unit, wanted);
  if (!user) throw noSuchUser();
  const to = wanted.email;
  const token = await newToken(deps, unit, { user, type: "recovery_token", to, wish: noExchange });
  await updateUser(unit.query, user.id, unit.now, { recovery_token: token.hash, recovery_sent_at: unit.now });
  return link(deps, wanted, { user, token, type });
}

/** One of the two links of a change that both addresses have to agree to; the other stays as it is. */
async function emailChangeLink(
  deps: AuthDeps,
  unit: Unit,
  wanted: WantedLink,
  type: "email_change_current" | "email_change_new",
): Promise<GeneratedLink> {
  const user = await lockUserByEmail(unit.query, wanted.email);
  if (!user) throw noSuchUser();
  const isNew = type === "email_change_new";
  if (!isNew && !deps.settings.email.doubleConfirmChanges) {
    throw validationFailed("Enable secure email change to generate link for current email");
  }
  const newEmail = readEmail(wanted.newEmail);
  await requireFreeAddress(unit, newEmail);
  const token = await newToken(deps, unit, {
    user,
    type: isNew ? "email_change_token_new" : "email_change_token_current",
    to: isNew ? newEmail : wanted.email,
    wish: noExchange,
  });
  await updateUser(unit.query, user.id, unit.now, {
    email_change: newEmail,
    email_change_sent_at: unit.now,
    email_change_confirm_status: 0,
    ...(isNew ? { email_change_token_new: token.hash } : { email_change_token_current: token.hash }),
  });
  // As in the service: the hash it answers is always the current address's. For the new one only link and code work.
  const hashedToken = hashOfCode(wanted.email, token.code);
  return {
    ...link(deps, wanted, { user, token, type: "email_change" }),
    verificationType: type,
    hashedToken,
  };
}

const noExchange = { redirectTo: "", exchange: false };

function link(
  deps: AuthDeps,
  { redirectTo }: WantedLink,
  made: {
    user: UserRow;
    token: Token;
    type: "signup" | "invite" | "magiclink" | "recovery" | "email_change";
  },
): GeneratedLink {
  const { user, token, type } = made;
  return {
    user,
    verificationType: type,
    actionLink: linkTo(deps, token, type, { redirectTo, exchange: false }),
    code: token.code,
    hashedToken: token.hash,
  };
}

function noSuchUser(): AuthError {
  return new AuthError(404, "user_not_found", "User with this email not found");
}
