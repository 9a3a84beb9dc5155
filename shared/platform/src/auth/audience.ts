import type { Context } from "hono";

/** Of everybody who signs in where nobody asks for another. */
export const usualAudience = "authenticated";

/** Whose accounts a request is about: those of the audience that it names, apart from all others. */
export function audienceOf(c: Context): string {
  return c.req.header("x-jwt-aud") || usualAudience;
}
