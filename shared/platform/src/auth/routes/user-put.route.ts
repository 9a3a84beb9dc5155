import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { withCaller, type Caller } from "../sessions/bearer.ts";
import { requireFreeAddress } from "../accounts/change-email.ts";
import { readCodeChallenge, type CodeChallenge } from "../sessions/code-challenge.ts";
import { readEmail } from "../accounts/email-address.ts";
import { hasVerifiedFactor } from "../factors/factor.repository.ts";
import { requireStrongPassword } from "../password/password.ts";
import { waitForBody, readBody, textField, objectField, type Body } from "../http/request-body.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { needsNoPassword, requireCurrentPassword } from "../password/current-password.ts";
import { preparePassword, requireRecentProof, setPassword } from "../password/set-password.ts";
import { startEmailChange } from "../accounts/start-email-change.ts";
import { mergeUserMetadata, readUserJson } from "../accounts/user.repository.ts";

/** `PUT /user`: changes metadata at once, the password under its rules, and the email after confirmation. */
export async function putUser(deps: AuthDeps, c: Context): Promise<Response> {
  await waitForBody(c);
  const { input, stored, proven } = await withCaller(deps, c, async (unit, caller) => {
    deps.requireAddressAllowance(c, "user");
    // The token is checked first, so that strangers learn nothing about the body they sent.
    const read = readUserUpdate(deps, await readBody(c));
    // Checked before comparing with the stored password, so that a caller can't test passwords without permission
    // to change them.
    await requireAllowed(unit, caller, read);
    if (read.password) await requireRecentProof(deps, unit, caller, read.nonce);
    const proven = !read.password || (await needsNoPassword(deps, unit, caller));
    return { input: read, stored: caller.user, proven };
  });
  if (!proven) await requireCurrentPassword(input.currentPassword, stored);
  const password = input.password && (await preparePassword(input.password, stored));
  const redirectTo = requestedRedirect(c, deps.settings);
  const user = await withCaller(deps, c, async (unit, caller) => {
    await requireAllowed(unit, caller, input);
    const { id } = caller.user;
    const email = newAddressOf(caller, input);
    if (password) await setPassword(deps, unit, caller, password);
    if (Object.keys(input.data).length > 0) await mergeUserMetadata(unit.query, id, unit.now, input.data);
    if (email) {
      const { codeChallenge } = input;
      await startEmailChange(deps, unit, caller.user, { newEmail: email, redirectTo, codeChallenge });
    }
    return readUserJson(unit.query, id);
  });
  return c.json(user);
}

interface UserUpdate {
  email: string;
  password: string;
  currentPassword: string;
  nonce: string;
  data: Readonly<Record<string, unknown>>;
  codeChallenge: CodeChallenge | undefined;
}

function readUserUpdate(deps: AuthDeps, body: Body): UserUpdate {
  const given = textField(body, "email");
  const password = textField(body, "password");
  if (password) requireStrongPassword(password, deps.settings);
  if (body["app_metadata"]) {
    throw new AuthError(403, "not_admin", "Updating app_metadata requires admin privileges");
  }
  if (textField(body, "phone")) {
    throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  }
  return {
    email: given ? readEmail(given) : "",
    password,
    currentPassword: textField(body, "current_password"),
    nonce: textField(body, "nonce"),
    data: objectField(body, "data"),
    codeChallenge: readCodeChallenge(body),
  };
}

/** The new address; empty if none is given or it is unchanged. */
function newAddressOf({ user }: Caller, { email }: UserUpdate): string {
  return email === user.email ? "" : email;
}

async function requireAllowed(unit: Unit, caller: Caller, input: UserUpdate): Promise<void> {
  const email = newAddressOf(caller, input);
  if (input.password || email) await requireLevel(unit, caller);
  if (email) await requireFreeAddress(unit, email, caller.user.id);
}

/** With a verified factor, changing credentials needs `aal2`. */
async function requireLevel(unit: Unit, caller: Caller): Promise<void> {
  if (caller.session?.aal === "aal2") return;
  if (!(await hasVerifiedFactor(unit.query, caller.user.id))) return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}
