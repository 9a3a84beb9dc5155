import { encodeJson } from "../base64url.ts";
import { canonical } from "./canonical.ts";
import { masked } from "./masked.ts";

/** Has a length that base64url allows: the clients reject tokens with any other signature. */
const signature = `${masked}-signature`;

/** A token with the claims that clients read and a signature that no service accepts. */
export function unsignedToken(claims: unknown): string {
  return `${encodeJson({ alg: "HS256", typ: "JWT" })}.${encodeJson(canonical(claims))}.${signature}`;
}
