import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/** What authenticator apps assume where a code says nothing else: RFC 6238 with SHA-1. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Bytes of a secret, the length that RFC 4226 recommends. */
const secretBytes = 20;

/** Codes of the step before and after count too: clocks differ, and typing takes time. */
const window = 1;

export interface TotpKey {
  /** Base32, to be typed where no camera is at hand. */
  secret: string;
  /** `otpauth://` */
  uri: string;
  /** The same as a drawing: SVG of its own, black on white, which is read in the dark theme too. */
  qrCode: string;
}

export function newTotpKey(about: { issuer: string; account: string }): TotpKey {
  const secret = new Secret({ size: secretBytes });
  const uri = new TOTP({ ...shape, secret, issuer: about.issuer, label: about.account }).toString();
  return { secret: secret.base32, uri, qrCode: renderSVG(uri, { ecc: "M", border: 4, pixelSize: 4 }) };
}

/** @param code six digits; anything else is no code. */
export function isTotpCode(secret: string, code: string, now: Date): boolean {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  return totp.validate({ token: code.trim(), timestamp: now.getTime(), window }) !== null;
}
