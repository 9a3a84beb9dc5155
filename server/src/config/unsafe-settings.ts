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
