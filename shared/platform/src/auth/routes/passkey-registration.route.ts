import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { consumeChallenge, insertChallenge } from "../passkeys/challenge.repository.ts";
import {
  challengeExpired,
  challengeNotFound,
  maxPasskeys,
  readCeremony,
  requireManagement,
  requirePasskeys,
  tooManyPasskeys,
} from "../passkeys/passkey-rules.ts";
import { insertPasskey, passkeysOf } from "../passkeys/passkey.repository.ts";
import { creationOptions, verifyCreation } from "../passkeys/registration.ts";
import { readBody } from "../http/request-body.ts";

/** `POST /passkeys/registration/options`: options for a signed-in user's authenticator. */
export async function postRegistrationOptions(deps: AuthDeps, c: Context): Promise<Response> {
  const rp = requirePasskeys(deps);
  const response = await withCaller(deps, c, async (unit, caller) => {
    await requireManagement(unit, caller);
    const { query, now } = unit;
    const existing = await passkeysOf(query, caller.user.id);
    if (existing.length >= maxPasskeys) throw tooManyPasskeys();
    const options = await creationOptions(rp, caller.user, existing);
    const { id, expires_at } = await insertChallenge(query, {
      userId: caller.user.id,
      ceremony: "registration",
      challenge: options.challenge,
      rpId: rp.rpId,
      now,
    });
    return { challenge_id: id, options, expires_at: Math.floor(expires_at.getTime() / 1000) };
  });
  return c.json(response);
}

/** `POST /passkeys/registration/verify`: stores the new credential. */
export async function postRegistrationVerify(deps: AuthDeps, c: Context): Promise<Response> {
  const rp = requirePasskeys(deps);
  const { challenge, credential } = await withCaller(deps, c, async (unit, caller) => {
    await requireManagement(unit, caller);
    const { challengeId, credential } = readCeremony(await readBody(c));
    const input = { id: challengeId, ceremony: "registration", userId: caller.user.id } as const;
    return { challenge: await consumeChallenge(unit.query, input), credential };
  });
  if (!challenge) throw challengeNotFound();
  if (deps.clock() > challenge.expires_at) throw challengeExpired();
  const made = await verifyCreation(rp, challenge.session_data.challenge, credential);
  const passkey = await withCaller(deps, c, async ({ query, now }, { user }) => {
    if ((await passkeysOf(query, user.id)).length >= maxPasskeys) throw tooManyPasskeys();
    return insertPasskey(query, { ...made, userId: user.id, now });
  });
  if (!passkey) {
    throw new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
  }
  const { id, friendly_name, created_at } = passkey;
  return c.json({ id, friendly_name, created_at });
}
