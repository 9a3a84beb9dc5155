import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { PasskeySettings } from "../settings.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { loadWebauthn } from "./load-webauthn.ts";
import { ceremonyTimeoutMs, notVerified } from "./passkey-rules.ts";
import type { NewPasskey, PasskeyRow } from "./passkey.repository.ts";

/** COSE numbers in the service's order: ES256, ES384, ES512, RS256, RS384, RS512, PS256, PS384, PS512, EdDSA. */
const algorithms = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

/** Options for a discoverable credential, excluding those that the account already has. */
export async function creationOptions(
  rp: PasskeySettings,
  user: UserRow,
  existing: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebauthn();
  const name = user.email ?? "";
  const options = await generateRegistrationOptions({
    rpID: rp.rpId,
    rpName: rp.rpDisplayName,
    // The id as text: it is returned as the user handle and identifies the account at sign-in.
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: "none",
    excludeCredentials: existing.map((passkey) => ({ id: passkey.credential_id.toString("base64url") })),
    supportedAlgorithmIDs: algorithms,
    timeout: ceremonyTimeoutMs,
  });
  const { excludeCredentials, challenge, rp: party, user: owner, pubKeyCredParams, timeout } = options;
  // Copied by field, because the library adds fields that the service doesn't send.
  return {
    rp: party,
    user: owner,
    challenge,
    pubKeyCredParams,
    ...(timeout !== undefined && { timeout }),
    ...(excludeCredentials?.length && { excludeCredentials }),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    attestation: "none",
  };
}

/** Verifies the new credential and returns it as stored. @throws `webauthn_verification_failed`. */
export async function verifyCreation(
  rp: PasskeySettings,
  challenge: string,
  credential: object,
): Promise<Omit<NewPasskey, "userId" | "now">> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verification = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...rp.rpOrigins],
    expectedRPID: rp.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => {
    throw notVerified();
  });
  if (!verification.verified) throw notVerified();
  const { registrationInfo: info } = verification;
  return {
    credentialId: Buffer.from(info.credential.id, "base64url"),
    publicKey: Buffer.from(info.credential.publicKey),
    attestationType: info.fmt,
    aaguid: info.aaguid,
    signCount: info.credential.counter,
    transports: info.credential.transports ?? [],
    backupEligible: info.credentialDeviceType === "multiDevice",
    backedUp: info.credentialBackedUp,
    friendlyName: "Passkey",
  };
}
