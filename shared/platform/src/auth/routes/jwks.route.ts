import type { Context } from "hono";

/** `GET /.well-known/jwks.json`: no public keys, because tokens are signed with the shared secret. */
export function getJwks(c: Context): Response {
  c.header("Cache-Control", "public, max-age=600");
  return c.json({ keys: [] });
}
