import { createHmac, timingSafeEqual } from "node:crypto";

/** Longest time between signing and arrival, and greatest difference between two clocks. Seconds. */
export const toleranceSeconds = 300;

/** `v1,whsec_<base64>`, in Auth's form and with its lengths. */
export const secretPattern = /^v1,whsec_(?<key>[A-Za-z0-9+/=]{32,88})$/;

export interface SignedRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/**
 * True if one of the secrets signed the request not long ago (Standard Webhooks, version 1, symmetric). Auth signs with each
 * of its secrets, and separates signatures with a comma and a blank where the standard has only a blank.
 *
 * @param secrets each matches `secretPattern`.
 */
export function isSigned({ headers, body }: SignedRequest, secrets: readonly string[]): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    String(headers[name] ?? ""),
  );
  if (!id || !signatures || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const given = [...signatures.matchAll(/v1,([A-Za-z0-9+/]{43}=)/g)].map(([, signature = ""]) =>
    Buffer.from(signature, "base64"),
  );
  return secrets.some((secret) => {
    const key = Buffer.from(secretPattern.exec(secret)?.groups?.["key"] ?? "", "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((signature) => timingSafeEqual(signature, expected));
  });
}
