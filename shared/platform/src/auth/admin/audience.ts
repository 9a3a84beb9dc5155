import type { Context } from "hono";

/** Whose accounts an administrator means: those of the header, else of everyone who signs in. */
export function wantedAudience(c: Context): string {
  return c.req.header("x-jwt-aud") || "authenticated";
}
