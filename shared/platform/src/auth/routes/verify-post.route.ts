import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { readPhone } from "../accounts/phone-number.ts";
import { clientOf } from "../sessions/client.ts";
import { hashOfCode } from "../email/one-time-code.ts";
import { halfConfirmed } from "../http/redirect-response.ts";
import { readBody, textField, type Body } from "../http/request-body.ts";
import { sendSession } from "../sessions/session-response.ts";
import { beginSession } from "../sessions/token-response.ts";
import { readEmail } from "../accounts/email-address.ts";
import { verify, type Proof } from "../email/verify.ts";

/** `POST /verify`: verifies a typed code, or a link's hash sent by the page that the link leads to. */
export async function postVerify(deps: AuthDeps, c: Context): Promise<Response> {
  const proof = readProof(await readBody(c));
  const session = await inTransaction(deps, async (unit) => {
    const { outcome, user } = await verify(deps, unit, proof);
    if (outcome === "half") return undefined;
    return beginSession(deps, unit, { userId: user.id, method: "otp", client: clientOf(c) });
  });
  return session ? sendSession(c, session) : c.json({ msg: halfConfirmed, code: "200" });
}

function readProof(body: Body): Proof {
  const type = textField(body, "type");
  const [token, hash] = [textField(body, "token"), textField(body, "token_hash")];
  const [email, phone] = [textField(body, "email"), textField(body, "phone")];
  if (!type) throw validationFailed("Verify requires a verification type");
  if (Boolean(token) === Boolean(hash)) {
    throw validationFailed("Verify requires either a token or a token hash");
  }
  if (hash) {
    if (email || phone || textField(body, "redirect_to")) {
      throw validationFailed("Only the token_hash and type should be provided");
    }
    return { type, hash, by: "link" };
  }
  if (Boolean(email) === Boolean(phone)) {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  // Accounts can't sign in by phone here, so every code for a number is wrong.
  if (phone) return { type, hash: hashOfCode(readPhone(phone), token), by: "code" };
  return { type, hash: hashOfCode(readVerifiedEmail(email), token), by: "code" };
}

/** The service answers a malformed address with 422 here, and with 400 everywhere else. */
function readVerifiedEmail(email: string): string {
  try {
    return readEmail(email);
  } catch (error) {
    if (error instanceof AuthError) throw new AuthError(422, "validation_failed", "Invalid email format");
    throw error;
  }
}
