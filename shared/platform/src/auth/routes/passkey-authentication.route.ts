import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, userBanned } from "../auth.errors.ts";
import { clientOf } from "../sessions/client.ts";
import { readAssertion, requestOptions, verifyAssertion } from "../passkeys/authentication.ts";
import { consumeChallenge, insertChallenge } from "../passkeys/challenge.repository.ts";
import {
  challengeExpired,
  challengeNotFound,
  notVerified,
  readCeremony,
  requirePasskeys,
} from "../passkeys/passkey-rules.ts";
import { findPasskeyByCredential, recordUse } from "../passkeys/passkey.repository.ts";
import { readBody } from "../http/request-body.ts";
import { sendSession } from "../sessions/session-response.ts";
import { beginSession } from "../sessions/token-response.ts";
import { isBanned } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";

/** `POST /passkeys/authentication/options`: a challenge for anyone's authenticator. */
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

/** `POST /passkeys/authentication/verify`: signs in. An unknown key is answered like a wrong signature. */
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
    // The passkey may have been removed while the signature was checked.
    if (!user || !(await findPasskeyByCredential(unit.query, credentialId))) {
      throw new AuthError(400, "webauthn_credential_not_found", "Passkey not found");
    }
    if (!user.confirmed_at) throw new AuthError(403, "email_not_confirmed", "Email not confirmed");
    if (isBanned(user, unit.now)) throw userBanned(403);
    await recordUse(unit.query, passkey.id, signCount, unit.now);
    return beginSession(deps, unit, { userId: user.id, method: "passkey", client: clientOf(c) });
  });
  return sendSession(c, session);
}
