import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { serviceProviders } from "../external/provider.model.ts";

/** `GET /settings`: sign-in methods that a page may offer. */
export function getSettings({ settings }: AuthDeps, c: Context): Response {
  return c.json({
    external: {
      anonymous_users: false,
      ...Object.fromEntries(serviceProviders.map((name) => [name, Object.hasOwn(settings.external, name)])),
      email: settings.email.enableSignup,
      phone: false,
    },
    disable_signup: !settings.enableSignup,
    mailer_autoconfirm: !settings.email.enableConfirmations,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    // True unless a next key is configured, even with SAML off.
    saml_private_key_next_configured: true,
    passkeys_enabled: settings.passkeys !== undefined,
  });
}
