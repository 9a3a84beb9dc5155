import { isIP } from "node:net";
import type { Context } from "hono";

/** Client of a request, as stored with the session. */
export interface Client {
  ip: string | null;
  userAgent: string;
}

/** The address comes from the gateway; null without one. */
export function clientOf(c: Context): Client {
  const forwarded = c.req.header("x-forwarded-for")?.split(",", 1)[0]?.trim() ?? "";
  return { ip: isIP(forwarded) ? forwarded : null, userAgent: c.req.header("user-agent") ?? "" };
}
