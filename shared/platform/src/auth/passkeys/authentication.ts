import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import * as v from "valibot";
import type { PasskeySettings } from "../settings.ts";
import { loadWebauthn } from "./load-webauthn.ts";
import { notVerified } from "./passkey-rules.ts";
import type { PasskeyRow } from "./passkey.repository.ts";

/** Names no key: the authenticator shows those it has for this site, so nobody learns whose there are. */
export async function requestOptions(rp: PasskeySettings): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({ rpID: rp.rpId, userVerification: "preferred" });
}

const Assertion = v.looseObject({
  rawId: v.string(),
  response: v.looseObject({ userHandle: v.string() }),
});

/** Whose key signed, as the authenticator says; nothing of it is proven yet. @throws `webauthn_verification_failed`. */
export function readAssertion(credential: object): { credentialId: Buffer; userId: string } {
  const result = v.safeParse(Assertion, credential);
  if (!result.success) throw notVerified("Invalid credential response");
  return {
    credentialId: Buffer.from(result.output.rawId, "base64url"),
    userId: Buffer.from(result.output.response.userHandle, "base64url").toString(),
  };
}

/** @returns how often the key has signed. @throws `webauthn_verification_failed`. */
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
      // The service does not refuse a count that went back, so neither is one compared here.
      counter: 0,
    },
  }).catch(() => {
    throw notVerified();
  });
  if (!verification.verified) throw notVerified();
  return verification.authenticationInfo.newCounter;
}
