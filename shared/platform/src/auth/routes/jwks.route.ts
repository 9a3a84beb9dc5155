import type { Context } from "hono";
import { publicKeys } from "../../tokens/token-keys.ts";
import type { AuthDeps } from "../auth.deps.ts";

/** `GET /.well-known/jwks.json`: public keys; empty if the shared secret signs. */
export function getJwks({ tokenKeys }: AuthDeps, c: Context): Response {
  c.header("Cache-Control", "public, max-age=600");
  return c.json({ keys: publicKeys(tokenKeys) });
}
