import type { Context } from "hono";
import { redirectTarget } from "./redirect-target.ts";
import type { AuthSettings } from "../settings.ts";

/** The caller's redirect target, checked against the allow-list. @param inBody target from the body, which comes first. */
export function requestedRedirect(c: Context, settings: AuthSettings, inBody?: string): string {
  const requested = c.req.header("redirect_to") || c.req.query("redirect_to");
  return redirectTarget([inBody, requested, c.req.header("referer")], {
    siteUrl: settings.siteUrl,
    allowList: settings.additionalRedirectUrls,
  });
}
