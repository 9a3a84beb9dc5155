import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { PasskeySettings } from "../settings.ts";
import type { UserRow } from "../user.model.ts";
import { loadWebauthn } from "./load-webauthn.ts";
import { notVerified } from "./passkey-rules.ts";
import type { NewPasskey, PasskeyRow } from "./passkey.repository.ts";

/** COSE numbers of EdDSA, ES256 and RS256: what every authenticator has one of. */
const algorithms = [-8, -7, -257];

/** What a browser hands to the authenticator: a key that it can find again by itself, none that it has already. */
export async function creationOptions(
  rp: PasskeySettings,
  user: UserRow,
  existing: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebauthn();
  const name = user.email ?? "";
  return generateRegistrationOptions({
    rpID: rp.rpId,
    rpName: rp.rpDisplayName,
    // The text of the id: it comes back as the user handle and names the account at sign-in.
    userID: new TextEncoder().encode(user.id),
    userName: name,
    userDisplayName: name,
    attestationType: "none",
    excludeCredentials: existing.map((passkey) => ({ id: passkey.credential_id.toString("base64url") })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  });
}

/** The new key as it is kept. @throws `webauthn_verification_failed`. */
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
