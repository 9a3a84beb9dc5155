import type { Context } from "hono";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { AuthError, userBanned } from "../auth.errors.ts";
import { clientOf } from "../client.ts";
import { readAssertion, requestOptions, verifyAssertion } from "../passkeys/authentication.ts";
import { consumeChallenge, insertChallenge } from "../passkeys/challenge.repository.ts";
import {
  challengeExpired,
  challengeNotFound,
  notVerified,
  readCeremony,
  requirePasskeys,
} from "../passkeys/passkey-rules.ts";
import { findPasskeyByCredential, noteUse } from "../passkeys/passkey.repository.ts";
import { readBody } from "../request-body.ts";
import { answerSession } from "../session-answer.ts";
import { beginSession } from "../token-response.ts";
import { isBanned } from "../user.model.ts";
import { lockUserById } from "../user.repository.ts";

/** `POST /passkeys/authentication/options`: what anyone's authenticator signs to get in. */
export async function postAuthenticationOptions(deps: AuthDeps, c: Context): Promise<Response> {
  const rp = requirePasskeys(deps);
  deps.requireAddressAllowance(c, "passkey");
  const options = await requestOptions(rp);
  const { id, expires_at } = await inTransaction(deps, ({ query, now }) =>
    insertChallenge(query, {
      userId: undefined,
      ceremony: "authentication",
      challenge: options.challenge,
      rpId: rp.rpId,
      now,
    }),
  );
  return c.json({ challenge_id: id, options, expires_at: Math.floor(expires_at.getTime() / 1000) });
}

/** `POST /passkeys/authentication/verify`: a session for whoever's key signed. An unknown key is a wrong one. */
export async function postAuthenticationVerify(deps: AuthDeps, c: Context): Promise<Response> {
  const rp = requirePasskeys(deps);
  const { challengeId, credential } = readCeremony(await readBody(c));
  const challenge = await inTransaction(deps, ({ query }) =>
    consumeChallenge(query, { id: challengeId, ceremony: "authentication", userId: undefined }),
  );
  if (!challenge) throw challengeNotFound();
  if (deps.clock() > challenge.expires_at) throw challengeExpired();

  const { credentialId, userId } = readAssertion(credential);
  const passkey = await inTransaction(deps, ({ query }) => findPasskeyByCredential(query, credentialId));
  if (!passkey || passkey.user_id !== userId) throw notVerified();
  const signCount = await verifyAssertion(rp, challenge.session_data.challenge, credential, passkey);

  const session = await inTransaction(deps, async (unit) => {
    const user = await lockUserById(unit.query, passkey.user_id);
    // It may have been removed while the signature was checked.
    if (!user || !(await findPasskeyByCredential(unit.query, credentialId))) {
      throw new AuthError(400, "webauthn_credential_not_found", "Passkey not found");
    }
    if (!user.confirmed_at) throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
    if (isBanned(user, unit.now)) throw userBanned(403);
    await noteUse(unit.query, passkey.id, signCount, unit.now);
    return beginSession(deps, unit, { userId: user.id, method: "passkey", client: clientOf(c) });
  });
  return answerSession(c, session);
}
