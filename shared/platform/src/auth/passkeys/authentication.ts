import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import * as v from "valibot";
import type { PasskeySettings } from "../settings.ts";
import { loadWebauthn } from "./load-webauthn.ts";
import { ceremonyTimeoutMs, notVerified } from "./passkey-rules.ts";
import type { PasskeyRow } from "./passkey.repository.ts";

/** Lists no credentials: the authenticator offers its own, so the options don't reveal which ones exist. */
export async function requestOptions(rp: PasskeySettings): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const { challenge, rpId, userVerification, timeout } = await generateAuthenticationOptions({
    rpID: rp.rpId,
    userVerification: "preferred",
    timeout: ceremonyTimeoutMs,
  });
  return {
    challenge,
    ...(timeout !== undefined && { timeout }),
    ...(rpId && { rpId }),
    ...(userVerification && { userVerification }),
  };
}

const Assertion = v.looseObject({
  rawId: v.string(),
  response: v.looseObject({ userHandle: v.string() }),
});

/**
 * The credential and user that the authenticator names. Nothing is verified yet.
 *
 * @throws `webauthn_verification_failed`.
 */
export function readAssertion(credential: object): { credentialId: Buffer; userId: string } {
  const result = v.safeParse(Assertion, credential);
  if (!result.success) throw notVerified("Invalid credential response");
  return {
    credentialId: Buffer.from(result.output.rawId, "base64url"),
    userId: Buffer.from(result.output.response.userHandle, "base64url").toString(),
  };
}

/** @returns the signature counter. @throws `webauthn_verification_failed`. */
export async function verifyAssertion(
  rp: PasskeySettings,
  challenge: string,
  credential: object,
  passkey: PasskeyRow,
): Promise<number> {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verification = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...rp.rpOrigins],
    expectedRPID: rp.rpId,
    requireUserVerification: false,
    credential: {
      id: passkey.credential_id.toString("base64url"),
      publicKey: new Uint8Array(passkey.public_key),
      // The service accepts a counter that went back, so it isn't compared here.
      counter: 0,
    },
  }).catch(() => {
    throw notVerified();
  });
  if (!verification.verified) throw notVerified();
  return verification.authenticationInfo.newCounter;
}
