import type { Context } from "hono";
import { AuthError, validationFailed } from "../auth.errors.ts";

/** `GET /admin/sso/providers`: always empty here. */
export function getSsoProviders(c: Context): Response {
  return c.json({ items: [] });
}

/** `GET /admin/custom-providers`: always empty here. @throws `validation_failed` for an unknown `type`. */
export function getCustomProviders(c: Context): Response {
  const type = c.req.query("type") ?? "";
  if (!["", "oauth2", "oidc"].includes(type)) {
    throw validationFailed("type must be either 'oauth2' or 'oidc'");
  }
  return c.json({ providers: [] });
}

/** `POST /admin/custom-providers`: refused, as in the service with the feature off. */
export function refuseCustomProvider(): never {
  throw new AuthError(400, "feature_disabled", "Custom OAuth/OIDC providers are not enabled");
}
