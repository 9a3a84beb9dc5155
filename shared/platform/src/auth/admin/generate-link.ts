import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { requireFreeAddress } from "../accounts/change-email.ts";
import { readEmail } from "../accounts/email-address.ts";
import { linkUrl, createToken, type Token } from "../email/emailed-token.ts";
import { hashOfCode } from "../email/one-time-code.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserByEmail, mergeUserMetadata, updateUser } from "../accounts/user.repository.ts";
import { accountToConfirm } from "./account-to-confirm.ts";

export interface LinkInput {
  type: string;
  email: string;
  newEmail: string;
  /** For an account that is created with the link. */
  passwordHash: string;
  data: Readonly<Record<string, unknown>>;
  redirectTo: string;
}

export interface GeneratedLink {
  user: UserRow;
  /** The type that the link verifies as. An unknown address is signed up, whatever type was requested. */
  verificationType: string;
  actionLink: string;
  code: string;
  hashedToken: string;
}

/**
 * Creates a link for an email that the caller sends. No frequency limit applies, and the link always ends in a
 * session: no browser waits for a code exchange.
 *
 * @throws `user_not_found`, `email_exists`, `validation_failed`.
 */
export async function generateLink(deps: AuthDeps, unit: Unit, input: LinkInput): Promise<GeneratedLink> {
  switch (input.type) {
    case "signup":
      return signUpLink(deps, unit, input);
    case "invite":
      return invitationLink(deps, unit, input);
    case "magiclink":
    case "recovery":
      return recoveryLink(deps, unit, input, input.type);
    case "email_change_current":
    case "email_change_new":
      return emailChangeLink(deps, unit, input, input.type);
    default:
      throw validationFailed(`Invalid email action link type requested: ${input.type}`);
  }
}

async function signUpLink(deps: AuthDeps, unit: Unit, input: LinkInput): Promise<GeneratedLink> {
  const { user, isNew } = await accountToConfirm(deps, unit, input);
  if (!isNew) await mergeUserMetadata(unit.query, user.id, unit.now, input.data);
  const token = await confirmationToken(deps, unit, user);
  return link(deps, input, { user, token, type: "signup" });
}

async function invitationLink(deps: AuthDeps, unit: Unit, input: LinkInput): Promise<GeneratedLink> {
  const { user } = await accountToConfirm(deps, unit, { ...input, passwordHash: "" });
  await updateUser(unit.query, user.id, unit.now, { invited_at: unit.now });
  const token = await confirmationToken(deps, unit, user);
  return link(deps, input, { user, token, type: "invite" });
}

async function confirmationToken(deps: AuthDeps, unit: Unit, user: UserRow): Promise<Token> {
  const to = user.email ?? "";
  const token = await createToken(deps, unit, { user, type: "confirmation_token", to, options: noExchange });
  await updateUser(unit.query, user.id, unit.now, {
    confirmation_token: token.hash,
    confirmation_sent_at: unit.now,
  });
  return token;
}

async function recoveryLink(
  deps: AuthDeps,
  unit: Unit,
  input: LinkInput,
  type: "magiclink" | "recovery",
): Promise<GeneratedLink> {
  const user = await lockUserByEmail(unit.query, input.email);
  if (!user && type === "magiclink") return signUpLink(deps, unit, input);
  if (!user) throw noSuchUser();
  const to = input.email;
  const token = await createToken(deps, unit, { user, type: "recovery_token", to, options: noExchange });
  await updateUser(unit.query, user.id, unit.now, { recovery_token: token.hash, recovery_sent_at: unit.now });
  return link(deps, input, { user, token, type });
}

/** Creates one of the two links of an email change; the other stays valid. */
async function emailChangeLink(
  deps: AuthDeps,
  unit: Unit,
  input: LinkInput,
  type: "email_change_current" | "email_change_new",
): Promise<GeneratedLink> {
  const user = await lockUserByEmail(unit.query, input.email);
  if (!user) throw noSuchUser();
  const isNew = type === "email_change_new";
  if (!isNew && !deps.settings.email.doubleConfirmChanges) {
    throw validationFailed("Enable secure email change to generate link for current email");
  }
  const newEmail = readEmail(input.newEmail);
  await requireFreeAddress(unit, newEmail, user.id);
  const token = await createToken(deps, unit, {
    user,
    type: isNew ? "email_change_token_new" : "email_change_token_current",
    to: isNew ? newEmail : input.email,
    options: noExchange,
  });
  await updateUser(unit.query, user.id, unit.now, {
    email_change: newEmail,
    email_change_sent_at: unit.now,
    email_change_confirm_status: 0,
    ...(isNew ? { email_change_token_new: token.hash } : { email_change_token_current: token.hash }),
  });
  // As in the service, `hashed_token` is computed from the current address, so for the new address only the link
  // and the code work.
  const hashedToken = hashOfCode(input.email, token.code);
  return {
    ...link(deps, input, { user, token, type: "email_change" }),
    verificationType: type,
    hashedToken,
  };
}

const noExchange = { redirectTo: "", exchange: false };

function link(
  deps: AuthDeps,
  { redirectTo }: LinkInput,
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
    actionLink: linkUrl(deps, token, type, { redirectTo, exchange: false }),
    code: token.code,
    hashedToken: token.hash,
  };
}

function noSuchUser(): AuthError {
  return new AuthError(404, "user_not_found", "User with this email not found");
}
