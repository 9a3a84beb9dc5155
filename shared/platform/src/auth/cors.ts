import { cors } from "hono/cors";

/** Every page may ask, as the service itself says. A gateway in front puts its own words in place of these. */
export const anyPage = cors({
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
