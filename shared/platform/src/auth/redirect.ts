import type { Context } from "hono";
import { redirectTarget } from "./redirect-target.ts";
import type { AuthSettings } from "./settings.ts";

/** Where the caller wants to end up, held to the allow-list. @param inBody comes before header and query. */
export function wantedRedirect(c: Context, settings: AuthSettings, inBody?: string): string {
  const asked = c.req.header("redirect_to") || c.req.query("redirect_to");
  return redirectTarget([inBody, asked, c.req.header("referer")], {
    siteUrl: settings.siteUrl,
    allowList: settings.additionalRedirectUrls,
  });
}
