import type { Context, Next } from "hono";
import { isAdmin } from "../admin/require-admin.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { CaptchaSettings } from "../settings.ts";
import { clientOf } from "../sessions/client.ts";
import { readBody } from "./request-body.ts";

/** Longest wait for the provider. */
const timeoutMs = 10_000;

const verifyUrls = {
  hcaptcha: "https://hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
} as const;

interface Verdict {
  success: boolean;
  "error-codes"?: readonly string[];
}

/**
 * Answers to the secrets that the providers publish for tests, so that tests need no network. hCaptcha's secret accepts only
 * one token.
 */
const testSecrets: Readonly<Record<string, (token: string) => Verdict>> = {
  "1x0000000000000000000000000000000AA": () => ({ success: true }),
  "2x0000000000000000000000000000000AA": () => failed("invalid-input-response"),
  "3x0000000000000000000000000000000AA": () => failed("timeout-or-duplicate"),
  "0x0000000000000000000000000000000000000000": (token) =>
    token === "10000000-aaaa-bbbb-cccc-000000000001" ? { success: true } : failed("invalid-input-response"),
};

/** Grants of `/token` that follow another proof. */
const unguardedGrants = new Set(["pkce", "refresh_token"]);

/**
 * Lets a request pass with a token that the CAPTCHA's provider confirms, and requests of administrators without one.
 *
 * @throws `captcha_failed`; `unexpected_failure` if the provider can't be asked.
 */
export async function requireCaptcha(deps: AuthDeps, c: Context, next: Next): Promise<void> {
  const { captcha } = deps.settings;
  if (captcha && !isUnguardedGrant(c) && !(await isAdmin(deps, c))) await check(deps, captcha, c);
  await next();
}

function isUnguardedGrant(c: Context): boolean {
  return c.req.path.endsWith("/token") && unguardedGrants.has(c.req.query("grant_type") ?? "");
}

async function check(deps: AuthDeps, captcha: CaptchaSettings, c: Context): Promise<void> {
  const security = (await readBody(c))["gotrue_meta_security"];
  const token =
    typeof security === "object" && security !== null && "captcha_token" in security
      ? security.captcha_token
      : "";
  if (typeof token !== "string" || token.trim() === "") throw captchaFailed("no captcha_token found");
  const { success, "error-codes": codes = [] } = await verdictOf(deps, captcha, {
    token: token.trim(),
    ip: clientOf(c).ip,
  });
  if (!success) throw captchaFailed(codes.join(", "));
}

async function verdictOf(
  deps: AuthDeps,
  { provider, secret }: CaptchaSettings,
  { token, ip }: { token: string; ip: string | null },
): Promise<Verdict> {
  const answer = testSecrets[secret];
  if (answer) return answer(token);
  try {
    const response = await deps.reachProvider(verifyUrls[provider], {
      method: "POST",
      body: new URLSearchParams({ secret, response: token, ...(ip !== null && { remoteip: ip }) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return (await response.json()) as Verdict;
  } catch (error) {
    deps.log({ level: "error", message: "The CAPTCHA's provider did not answer", provider, error });
    throw new AuthError(500, "unexpected_failure", "captcha verification process failed");
  }
}

function failed(code: string): Verdict {
  return { success: false, "error-codes": [code] };
}

function captchaFailed(reason: string): AuthError {
  return new AuthError(400, "captcha_failed", `captcha protection: request disallowed (${reason})`);
}
