import type { Context } from "hono";

/** Default audience, GoTrue's `GOTRUE_JWT_AUD`. */
export const defaultAudience = "authenticated";

/** Audience named by the request. Accounts of different audiences are separate, even with one address. */
export function audienceOf(c: Context): string {
  return c.req.header("x-jwt-aud") || defaultAudience;
}
