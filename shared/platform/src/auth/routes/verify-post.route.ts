import type { Context } from "hono";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { audienceOf } from "../audience.ts";
import { tokenExpired, validationFailed } from "../auth.errors.ts";
import { clientOf } from "../client.ts";
import { hashOfCode } from "../one-time-code.ts";
import { halfConfirmed } from "../redirect-answer.ts";
import { readBody, textField, type Body } from "../request-body.ts";
import { answerSession } from "../session-answer.ts";
import { beginSession } from "../token-response.ts";
import { readEmail } from "../email-address.ts";
import { verify, type Proof } from "../verify.ts";

/** `POST /verify`: a typed code, or a link's hash handed in by the page that the link leads to. */
export async function postVerify(deps: AuthDeps, c: Context): Promise<Response> {
  const proof = readProof(await readBody(c), audienceOf(c));
  const session = await inTransaction(deps, async (unit) => {
    const { outcome, user } = await verify(deps, unit, proof);
    if (outcome === "half") return undefined;
    return beginSession(deps, unit, { userId: user.id, method: "otp", client: clientOf(c) });
  });
  return session ? answerSession(c, session) : c.json({ msg: halfConfirmed, code: "200" });
}

function readProof(body: Body, audience: string): Proof {
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
  // Nobody has a number here, so a code for one is as good as wrong.
  if (phone && !email && (type === "sms" || type === "phone_change")) throw tokenExpired("code");
  if (!email || phone) {
    throw validationFailed("Only an email address or phone number should be provided on verify");
  }
  return { type, hash: hashOfCode(readEmail(email), token), by: "code", audience };
}
