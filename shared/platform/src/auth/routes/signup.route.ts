import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { announceIfNew } from "../hooks/before-user-created.ts";
import { clientOf } from "../sessions/client.ts";
import { readCodeChallenge } from "../sessions/code-challenge.ts";
import { readEmail } from "../accounts/email-address.ts";
import { hashPassword, requireStrongPassword } from "../password/password.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { objectField, readBody, textField } from "../http/request-body.ts";
import { sendSession } from "../sessions/session-response.ts";
import { signUp, type SignUp } from "../accounts/sign-up.ts";
import { beginSession } from "../sessions/token-response.ts";
import { withoutConfirmedAt } from "../accounts/user.model.ts";
import { audience, readUserJson } from "../accounts/user.repository.ts";

/** `POST /signup`: signs up with a password. New and known addresses get the same response. */
export async function postSignup(deps: AuthDeps, c: Context): Promise<Response> {
  const { settings } = deps;
  const body = await readBody(c);
  const [givenEmail, phone] = [textField(body, "email"), textField(body, "phone")];
  const password = textField(body, "password");
  const data = objectField(body, "data");
  if (!givenEmail && !phone) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  deps.requireAddressAllowance(c, "signup");
  if (!settings.enableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  if (!password) throw validationFailed("Signup requires a valid password");
  requireStrongPassword(password, settings);
  if (givenEmail && phone) {
    throw validationFailed("Only an email address or phone number should be provided on signup.");
  }
  if (phone && textField(body, "code_challenge")) {
    throw validationFailed("PKCE not supported for phone signups");
  }
  const codeChallenge = readCodeChallenge(body);
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  if (!settings.email.enableSignup) {
    throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
  }
  const email = readEmail(givenEmail);
  const redirectTo = requestedRedirect(c, settings);
  const passwordHash = await hashPassword(password);
  await announceIfNew(deps, { ip: clientOf(c).ip, email, data });

  return inTransaction(deps, async (unit) => {
    const { outcome, user } = await signUp(deps, unit, {
      email,
      passwordHash,
      data,
      codeChallenge,
      redirectTo,
    });
    if (outcome === "ready") {
      const session = { userId: user.id, method: "password", client: clientOf(c) } as const;
      const begun = await beginSession(deps, unit, session);
      return sendSession(c, { ...begun, user: withoutConfirmedAt(begun.user) });
    }
    if (outcome === "waiting") return c.json(await readUserJson(unit.query, user.id));
    if (!settings.email.enableConfirmations) {
      throw new AuthError(422, "user_already_exists", "User already registered");
    }
    return c.json(obfuscatedUser({ email, data, now: unit.now }));
  });
}

/** A made-up response of a new sign-up, so that it doesn't reveal an existing account. */
function obfuscatedUser(account: Pick<SignUp, "email" | "data"> & { now: Date }) {
  const { email, data, now } = account;
  return {
    id: randomUUID(),
    aud: audience,
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
