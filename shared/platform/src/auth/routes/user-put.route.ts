import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { asCaller, type Caller } from "../bearer.ts";
import { requireFreeAddress } from "../change-email.ts";
import { readCodeChallenge, type CodeChallenge } from "../code-challenge.ts";
import { readEmail } from "../email-address.ts";
import { hasVerifiedFactor } from "../factor.repository.ts";
import { requireStrongPassword } from "../password.ts";
import { bodyArrived, readBody, textField, objectField, type Body } from "../request-body.ts";
import { wantedRedirect } from "../redirect.ts";
import { needsNoPassword, requireCurrentPassword } from "../current-password.ts";
import { preparePassword, requireRecentProof, setPassword } from "../set-password.ts";
import { startEmailChange } from "../start-email-change.ts";
import { mergeUserMetadata, readUserJson } from "../user.repository.ts";

/** `PUT /user`: own metadata at once, password under its rules, e-mail after its confirmation. */
export async function putUser(deps: AuthDeps, c: Context): Promise<Response> {
  await bodyArrived(c);
  const { wanted, stored, proven } = await asCaller(deps, c, async (unit, caller) => {
    deps.requireAddressAllowance(c, "user");
    // Who asks comes first: a stranger learns nothing about the body that they sent.
    const read = readWanted(deps, await readBody(c));
    // Before anything is compared with the stored password: who may not change it must not learn it by trying.
    await requireAllowed(unit, caller, read);
    if (read.password) await requireRecentProof(deps, unit, caller, read.nonce);
    const proven = !read.password || (await needsNoPassword(deps, unit, caller));
    return { wanted: read, stored: caller.user, proven };
  });
  if (!proven) await requireCurrentPassword(wanted.currentPassword, stored);
  const password = wanted.password && (await preparePassword(wanted.password, stored));
  const redirectTo = wantedRedirect(c, deps.settings);
  const user = await asCaller(deps, c, async (unit, caller) => {
    await requireAllowed(unit, caller, wanted);
    const { id } = caller.user;
    const email = newAddressOf(caller, wanted);
    if (password) await setPassword(deps, unit, caller, password);
    if (Object.keys(wanted.data).length > 0) await mergeUserMetadata(unit.query, id, unit.now, wanted.data);
    if (email) {
      const { codeChallenge } = wanted;
      await startEmailChange(deps, unit, caller.user, { newEmail: email, redirectTo, codeChallenge });
    }
    return readUserJson(unit.query, id);
  });
  return c.json(user);
}

interface Wanted {
  email: string;
  password: string;
  currentPassword: string;
  nonce: string;
  data: Readonly<Record<string, unknown>>;
  codeChallenge: CodeChallenge | undefined;
}

function readWanted(deps: AuthDeps, body: Body): Wanted {
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

/** The address to change to, empty where there is none or it is the one already. */
function newAddressOf({ user }: Caller, { email }: Wanted): string {
  return email === user.email ? "" : email;
}

async function requireAllowed(unit: Unit, caller: Caller, wanted: Wanted): Promise<void> {
  const email = newAddressOf(caller, wanted);
  if (wanted.password || email) await requireLevel(unit, caller);
  if (email) await requireFreeAddress(unit, email);
}

/** Who has a second factor changes the way in only after using it. */
async function requireLevel(unit: Unit, caller: Caller): Promise<void> {
  if (caller.session?.aal === "aal2") return;
  if (!(await hasVerifiedFactor(unit.query, caller.user.id))) return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}
