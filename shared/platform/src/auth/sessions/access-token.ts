import { errors, jwtVerify, SignJWT, type JWTPayload } from "jose";
import { currentSigningKey, secretBytes, tokenAlgorithms, verificationKey } from "../../tokens/token-keys.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { AmrClaim } from "./session.repository.ts";
import type { UserJson } from "../accounts/user.model.ts";

export interface AccessToken {
  value: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Signs the claims that all services trust until the token expires. */
export async function signAccessToken(
  deps: AuthDeps,
  about: { user: UserJson; sessionId: string; aal: string; amr: readonly AmrClaim[]; now: Date },
): Promise<AccessToken> {
  const issuedAt = Math.floor(about.now.getTime() / 1000);
  const expiresAt = issuedAt + deps.settings.jwtExpiry;
  const { user } = about;
  const key = currentSigningKey(deps.tokenKeys);
  const value = await new SignJWT({
    email: user["email"],
    phone: user["phone"],
    app_metadata: user["app_metadata"],
    user_metadata: user["user_metadata"],
    role: user["role"],
    aal: about.aal,
    amr: about.amr,
    session_id: about.sessionId,
    is_anonymous: user["is_anonymous"],
  })
    .setProtectedHeader({ alg: key?.alg ?? "HS256", ...(key && { kid: key.kid }), typ: "JWT" })
    .setIssuer(deps.externalUrl)
    .setSubject(user.id)
    .setAudience(String(user["aud"]))
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key ?? secretBytes(deps.tokenKeys));
  return { value, expiresAt };
}

/** @throws `bad_jwt` if the token is invalid or expired. */
export async function readAccessToken(deps: AuthDeps, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, verificationKey(deps.tokenKeys), {
      algorithms: tokenAlgorithms,
      currentDate: deps.clock(),
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    const why = refusalOf(token, error);
    throw new AuthError(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${why}`);
  }
}

function refusalOf(token: string, error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "token has invalid claims: token is expired";
  if (error instanceof errors.JWTClaimValidationFailed) return "token has invalid claims";
  if (token.split(".").length !== 3) {
    return "token is malformed: token contains an invalid number of segments";
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return "token signature is invalid: signature is invalid";
  }
  if (error instanceof errors.JWKSNoMatchingKey) {
    return "token is unverifiable: error while executing keyfunc: unrecognized JWT kid";
  }
  return "token is malformed";
}
