import { encodeJson } from "../base64url.ts";
import { canonical } from "./canonical.ts";
import { masked } from "./masked.ts";

/** Of a length that base64url can have: the clients read no token whose signature is not of that form. */
const signature = `${masked}-signature`;

/** A token that anybody may read: with the claims that a client looks at, and without what makes them worth anything. */
export function tapedToken(claims: unknown): string {
  return `${encodeJson({ alg: "HS256", typ: "JWT" })}.${encodeJson(canonical(claims))}.${signature}`;
}
