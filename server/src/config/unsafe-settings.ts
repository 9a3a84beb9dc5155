import * as v from "valibot";
import type { PlatformAccess } from "../http/platform-fetch.ts";

/** Longest wait for the platform's settings at start, in milliseconds. */
const timeoutMs = 5_000;

/** The public settings of Auth that can make sign-in unsafe. */
const Settings = v.object({
  mailer_autoconfirm: v.boolean(),
  external: v.object({ anonymous_users: v.boolean() }),
});

/**
 * The platform's settings that make sign-in unsafe, one line each; empty when there are none.
 * @returns `undefined` when the platform did not respond, because a platform that is down must not keep the sidecar
 * down too.
 */
export async function unsafeSettings(deps: PlatformAccess): Promise<string[] | undefined> {
  const settings = await readSettings(deps);
  if (!settings) return undefined;
  if (settings === "key refused") return ["it rejects SUPABASE_PUBLISHABLE_KEY"];
  return [
    ...(settings.mailer_autoconfirm
      ? ["it accepts unconfirmed email addresses, so anyone could sign up with someone else's"]
      : []),
    ...(settings.external.anonymous_users ? ["it allows anonymous sign-in"] : []),
  ];
}

/** A sign-in without an address or a password, which does nothing on any platform. */
const emptySignIn = "/auth/v1/token?grant_type=password";

/**
 * True if the platform asks for a CAPTCHA before it looks at a sign-in, which its public settings don't say.
 * @returns `undefined` when its answer doesn't tell.
 */
export async function asksForCaptcha(deps: PlatformAccess): Promise<boolean | undefined> {
  try {
    const response = await deps.fetch(new URL(emptySignIn, deps.platformUrl), {
      method: "POST",
      headers: {
        apikey: deps.publishableKey,
        "content-type": "application/json",
        "x-supabase-api-version": "2024-01-01",
      },
      body: "{}",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { success, output } = v.safeParse(v.object({ code: v.string() }), await response.json());
    return success && response.status === 400 ? output.code === "captcha_failed" : undefined;
  } catch {
    return undefined;
  }
}

async function readSettings(
  deps: PlatformAccess,
): Promise<v.InferOutput<typeof Settings> | "key refused" | undefined> {
  try {
    const response = await deps.fetch(new URL("/auth/v1/settings", deps.platformUrl), {
      headers: { apikey: deps.publishableKey },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401) return "key refused";
    const { success, output } = v.safeParse(Settings, await response.json());
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
