import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/** Defaults of authenticator apps: RFC 6238 with SHA-1. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Length of a secret as RFC 4226 recommends. Bytes. */
const secretBytes = 20;

/** Accepted clock drift: one step before and after. */
const window = 1;

export interface TotpKey {
  /** Base32, for typing. */
  secret: string;
  /** `otpauth://` */
  uri: string;
  /** The same as a QR code: SVG, black on white so that it also scans in the dark theme. */
  qrCode: string;
}

export function newTotpKey(about: { issuer: string; account: string }): TotpKey {
  const secret = new Secret({ size: secretBytes });
  const uri = new TOTP({ ...shape, secret, issuer: about.issuer, label: about.account }).toString();
  return { secret: secret.base32, uri, qrCode: renderSVG(uri, { ecc: "M", border: 4, pixelSize: 4 }) };
}

/** @param code six digits; anything else is wrong. */
export function isTotpCode(secret: string, code: string, now: Date): boolean {
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  return totp.validate({ token: code.trim(), timestamp: now.getTime(), window }) !== null;
}
