import type { Context } from "hono";
import { mailEmailChange } from "../auth-mail.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { asCaller, type Caller } from "../bearer.ts";
import { requireFreeAddress } from "../change-email.ts";
import { readCodeChallenge, type CodeChallenge } from "../code-challenge.ts";
import { readEmail } from "../email-address.ts";
import { startFlow } from "../flow-state.repository.ts";
import { requireStrongPassword } from "../password.ts";
import { readBody, textField, objectField, type Body } from "../request-body.ts";
import { wantedRedirect } from "../redirect.ts";
import { preparePassword, setPassword } from "../set-password.ts";
import type { UserRow } from "../user.model.ts";
import { mergeUserMetadata, readUserJson } from "../user.repository.ts";

/** `PUT /user`: own metadata at once, password under its rules, e-mail after its confirmation. */
export async function putUser(deps: AuthDeps, c: Context): Promise<Response> {
  // Who asks comes first: a stranger learns nothing about the body that they sent.
  const stored = await asCaller(deps, c, (_unit, { user }) => Promise.resolve(user));
  const wanted = readWanted(deps, await readBody(c));
  const password = wanted.password && (await preparePassword(wanted.password, stored, wanted.nonce));
  const redirectTo = wantedRedirect(c, deps.settings);
  const user = await asCaller(deps, c, async (unit, caller) => {
    await requireLevel(unit, caller, wanted);
    const { id } = caller.user;
    const email = wanted.email === caller.user.email ? "" : wanted.email;
    if (email) await requireFreeAddress(unit, email);
    if (password) await setPassword(deps, unit, caller, password);
    if (Object.keys(wanted.data).length > 0) await mergeUserMetadata(unit.query, id, unit.now, wanted.data);
    if (email) await startEmailChange(deps, unit, caller.user, { ...wanted, email, redirectTo });
    return readUserJson(unit.query, id);
  });
  return c.json(user);
}

interface Wanted {
  email: string;
  password: string;
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
    nonce: textField(body, "nonce"),
    data: objectField(body, "data"),
    codeChallenge: readCodeChallenge(body),
  };
}

/** Who has a second factor changes the way in only after using it. */
async function requireLevel(unit: Unit, caller: Caller, wanted: Wanted): Promise<void> {
  const changesWayIn = wanted.password !== "" || (wanted.email !== "" && wanted.email !== caller.user.email);
  if (!changesWayIn || caller.session?.aal === "aal2") return;
  const { rows } = await unit.query(
    "select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1",
    [caller.user.id],
  );
  if (rows.length === 0) return;
  throw new AuthError(
    401,
    "insufficient_aal",
    "AAL2 session is required to update email or password when MFA is enabled.",
  );
}

async function startEmailChange(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  wanted: Wanted & { redirectTo: string },
): Promise<void> {
  const { codeChallenge, redirectTo, email } = wanted;
  if (codeChallenge) {
    const flow = {
      userId: user.id,
      provider: "email_change",
      method: "email_change",
      codeChallenge,
    } as const;
    await startFlow(unit.query, { ...flow, now: unit.now });
  }
  const exchange = codeChallenge !== undefined;
  await mailEmailChange(deps, unit, user, { newEmail: email, redirectTo, exchange });
}
