import { isIP } from "node:net";
import type { Context } from "hono";

/** Who asks, as the session's row remembers it. */
export interface Client {
  ip: string | null;
  userAgent: string;
}

/** The gateway in front names the address; without one none is kept. */
export function clientOf(c: Context): Client {
  const forwarded = c.req.header("x-forwarded-for")?.split(",", 1)[0]?.trim() ?? "";
  return { ip: isIP(forwarded) ? forwarded : null, userAgent: c.req.header("user-agent") ?? "" };
}
