import { cors } from "hono/cors";

/** Allows every origin, as the service does. A gateway in front replaces these headers. */
export const allowAllOrigins = cors({
  origin: (origin) => origin,
  credentials: true,
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: ["Accept", "Authorization", "Content-Type", "X-Client-IP", "X-Client-Info"].concat([
    "X-JWT-AUD",
    "x-use-cookie",
    "X-Supabase-Api-Version",
  ]),
  exposeHeaders: ["X-Total-Count", "Link", "X-Supabase-Api-Version"],
});
