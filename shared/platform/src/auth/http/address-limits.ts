import type { Context } from "hono";
import type { Clock } from "../../clock.ts";
import { AuthError } from "../auth.errors.ts";
import { createKeyedLimit } from "./rate-limit.ts";
import type { AuthSettings } from "../settings.ts";

/** Endpoints with a separate limit. */
export type LimitedKind =
  | "token"
  | "verify"
  | "signup"
  | "otp"
  | "recover"
  | "resend"
  | "user"
  | "factorChallenge"
  | "factorVerify"
  | "passkey";

/** Counts one request for its client address. @throws `over_request_rate_limit`. */
export type RequireAddressAllowance = (c: Context, kind: LimitedKind) => void;

/** Requests allowed at once, and GoTrue's defaults for limits that the CLI has no setting for. */
const [burst, factorsPerMinute, passkeys] = [30, 15, 30];

export function createAddressLimits(settings: AuthSettings, clock: Clock): RequireAddressAllowance {
  const { rateLimitHeader: header, addressLimits } = settings;
  if (header === undefined) return () => undefined;
  const limit = (count: number, seconds = 300) => createKeyedLimit({ count, seconds, burst }, clock);
  const limits = {
    token: limit(addressLimits.tokenRefresh),
    verify: limit(addressLimits.tokenVerifications),
    signup: limit(addressLimits.signInSignUps),
    otp: limit(addressLimits.signInSignUps),
    recover: limit(addressLimits.signInSignUps),
    resend: limit(addressLimits.signInSignUps),
    user: limit(addressLimits.signInSignUps),
    factorChallenge: limit(factorsPerMinute, 60),
    factorVerify: limit(factorsPerMinute, 60),
    passkey: limit(passkeys),
  };
  return (c, kind) => {
    const address = c.req.header(header)?.split(",", 1)[0]?.trim();
    if (!address || limits[kind](address)) return;
    throw new AuthError(429, "over_request_rate_limit", "Request rate limit reached");
  };
}
