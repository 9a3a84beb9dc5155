import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";

/** Providers that the service knows; those that are not built here are off, the others as the settings say. */
const providers = ["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "github", "gitlab"]
  .concat(["google", "kakao", "keycloak", "linkedin", "linkedin_oidc", "notion", "slack", "slack_oidc"])
  .concat(["snapchat", "spotify", "twitch", "twitter", "workos", "x", "zoom"]);

/** `GET /settings`: what a sign-in page may offer. */
export function getSettings({ settings }: AuthDeps, c: Context): Response {
  return c.json({
    external: {
      anonymous_users: false,
      ...Object.fromEntries(providers.map((name) => [name, Object.hasOwn(settings.external, name)])),
      email: settings.email.enableSignup,
      phone: false,
    },
    disable_signup: !settings.enableSignup,
    mailer_autoconfirm: !settings.email.enableConfirmations,
    phone_autoconfirm: false,
    sms_provider: "",
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: settings.passkeys !== undefined,
  });
}
