import { Hono, type Context, type Next } from "hono";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { isUnstorableText } from "../database/unstorable-text.ts";
import type { Log } from "../log.ts";
import type { EmailTemplates } from "../email/email-templates.ts";
import type { EmailTransport } from "../email/email.ts";
import { createEmailRenderer } from "../email/render-email.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import { createAddressLimits, type LimitedKind } from "./http/address-limits.ts";
import { createAdminRoutes } from "./admin/admin-routes.ts";
import { AuthError, OAuthError, unexpectedFailure, validationFailed } from "./auth.errors.ts";
import { requireCaptcha } from "./http/captcha.ts";
import { allowAllOrigins } from "./http/cors.ts";
import { errorResponse } from "./http/error-response.ts";
import { createHourlyLimit } from "./http/rate-limit.ts";
import { getAuthorize } from "./routes/authorize.route.ts";
import { handleCallback } from "./routes/callback.route.ts";
import { postFactorChallenge } from "./routes/factor-challenge.route.ts";
import { postFactor } from "./routes/factor-enroll.route.ts";
import { deleteFactor } from "./routes/factor-unenroll.route.ts";
import { postFactorVerify } from "./routes/factor-verify.route.ts";
import { getHealth } from "./routes/health.route.ts";
import { getIdentityAuthorize } from "./routes/identity-authorize.route.ts";
import { deleteIdentityById } from "./routes/identity-delete.route.ts";
import { getJwks } from "./routes/jwks.route.ts";
import {
  postAuthenticationOptions,
  postAuthenticationVerify,
} from "./routes/passkey-authentication.route.ts";
import { postRegistrationOptions, postRegistrationVerify } from "./routes/passkey-registration.route.ts";
import { deletePasskeyById, getPasskeys, patchPasskey } from "./routes/passkeys.route.ts";
import { getReauthenticate } from "./routes/reauthenticate.route.ts";
import { getSettings } from "./routes/settings.route.ts";
import { getUser } from "./routes/user-get.route.ts";
import { getVerify } from "./routes/verify-get.route.ts";
import { postLogout } from "./routes/logout.route.ts";
import { postOtp } from "./routes/otp.route.ts";
import { postRecover } from "./routes/recover.route.ts";
import { postResend } from "./routes/resend.route.ts";
import { postSignup } from "./routes/signup.route.ts";
import { postToken } from "./routes/token.route.ts";
import { withinSeconds } from "./http/request-timeout.ts";
import { postVerify } from "./routes/verify-post.route.ts";
import { putUser } from "./routes/user-put.route.ts";
import type { AuthSettings } from "./settings.ts";
import { TriggerError, triggerErrorOf } from "./http/trigger-error.ts";
import { answerUnrouted } from "./http/unrouted.ts";

/**
 * The Auth service with GoTrue's API, without the gateway's prefix `/auth/v1`.
 *
 * @param options.externalUrl public address, including `/auth/v1`.
 * @throws immediately, if an email template is invalid.
 */
export function createAuth(options: {
  database: Database;
  clock: Clock;
  settings: AuthSettings;
  tokenKeys: TokenKeys;
  externalUrl: string;
  emailTransport: EmailTransport;
  templates: EmailTemplates;
  reachProvider: typeof fetch;
  log: Log;
}): Hono {
  const { templates, ...rest } = options;
  const { settings, clock } = options;
  const deps = {
    ...rest,
    renderEmail: createEmailRenderer(templates),
    hourlyEmailLimit: createHourlyLimit(settings.emailsPerHour, clock),
    requireAddressAllowance: createAddressLimits(settings, clock),
  };
  const limited = (kind: LimitedKind) => (c: Context, next: Next) => {
    deps.requireAddressAllowance(c, kind);
    return next();
  };
  const captcha = (c: Context, next: Next) => requireCaptcha(deps, c, next);
  const app = new Hono();
  app.use(allowAllOrigins);
  app.use((_c, next) => withinSeconds(settings.maxRequestDuration, next()));

  // Hono would run the GET handler for a HEAD, and an email scanner's HEAD would use up a link.
  app.use((c, next) => (c.req.method === "HEAD" ? Promise.resolve(c.body(null, 405)) : next()));

  app.get("/health", getHealth);
  app.get("/.well-known/jwks.json", (c) => getJwks(deps, c));
  app.get("/settings", (c) => getSettings(deps, c));
  app.post("/signup", captcha, (c) => postSignup(deps, c));
  app.post("/otp", limited("otp"), captcha, (c) => postOtp(deps, c));
  app.post("/recover", limited("recover"), captcha, (c) => postRecover(deps, c));
  app.post("/resend", limited("resend"), captcha, (c) => postResend(deps, c));
  app.get("/verify", limited("verify"), (c) => getVerify(deps, c));
  app.post("/verify", limited("verify"), (c) => postVerify(deps, c));
  app.post("/token", captcha, (c) => postToken(deps, c));
  app.get("/user", (c) => getUser(deps, c));
  app.put("/user", (c) => putUser(deps, c));
  app.get("/authorize", (c) => getAuthorize(deps, c));
  app.on(["GET", "POST"], "/callback", (c) => handleCallback(deps, c));
  app.get("/user/identities/authorize", (c) => getIdentityAuthorize(deps, c));
  app.delete("/user/identities/:id", (c) => deleteIdentityById(deps, c));
  app.get("/passkeys", (c) => getPasskeys(deps, c));
  app.patch("/passkeys/:id", (c) => patchPasskey(deps, c));
  app.delete("/passkeys/:id", (c) => deletePasskeyById(deps, c));
  app.post("/passkeys/registration/options", (c) => postRegistrationOptions(deps, c));
  app.post("/passkeys/registration/verify", (c) => postRegistrationVerify(deps, c));
  app.post("/passkeys/authentication/options", captcha, (c) => postAuthenticationOptions(deps, c));
  app.post("/passkeys/authentication/verify", (c) => postAuthenticationVerify(deps, c));
  app.get("/reauthenticate", (c) => getReauthenticate(deps, c));
  app.post("/logout", (c) => postLogout(deps, c));
  app.post("/factors", (c) => postFactor(deps, c));
  app.post("/factors/:id/challenge", (c) => postFactorChallenge(deps, c));
  app.post("/factors/:id/verify", (c) => postFactorVerify(deps, c));
  app.delete("/factors/:id", (c) => deleteFactor(deps, c));
  app.route("/", createAdminRoutes(deps));

  answerUnrouted(app, deps);
  app.onError((error, c) => {
    const refusal = refusalOf(error);
    if (refusal === undefined || ("status" in refusal && refusal.status >= 500)) {
      deps.log({ level: "error", message: "An Auth request failed", path: c.req.path, error });
    }
    return errorResponse(c, refusal ?? unexpectedFailure());
  });
  return app;
}

/** The error to respond with; undefined for our own faults. */
function refusalOf(error: Error) {
  if (error instanceof AuthError || error instanceof OAuthError || error instanceof TriggerError)
    return error;
  if (isUnstorableText(error)) return validationFailed("A text has a character that is not allowed");
  return triggerErrorOf(error);
}
