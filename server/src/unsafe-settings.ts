import * as v from "valibot";
import type { PlatformAccess } from "./platform-fetch.ts";

/** Longest that a start waits for the platform's settings, in milliseconds. */
const patienceMs = 5_000;

/** What Auth tells every visitor about itself, as far as it can make sign-in unsafe. */
const Settings = v.object({
  mailer_autoconfirm: v.boolean(),
  external: v.object({ anonymous_users: v.boolean() }),
});

/**
 * What the platform itself says that no site of ours may stand on, a line each; empty when there is nothing.
 * @returns `undefined` when it did not say: a platform that is down must not keep the sidecar down too.
 */
export async function unsafeSettings(deps: PlatformAccess): Promise<string[] | undefined> {
  const settings = await readSettings(deps);
  if (!settings) return undefined;
  if (settings === "key refused") return ["it does not take SUPABASE_PUBLISHABLE_KEY"];
  return [
    ...(settings.mailer_autoconfirm
      ? ["it takes addresses without a confirmation, so that anybody could sign up with somebody else's"]
      : []),
    ...(settings.external.anonymous_users ? ["it lets people in without an address"] : []),
  ];
}

async function readSettings(
  deps: PlatformAccess,
): Promise<v.InferOutput<typeof Settings> | "key refused" | undefined> {
  try {
    const response = await deps.fetch(new URL("/auth/v1/settings", deps.platformUrl), {
      headers: { apikey: deps.publishableKey },
      signal: AbortSignal.timeout(patienceMs),
    });
    if (response.status === 401) return "key refused";
    const { success, output } = v.safeParse(Settings, await response.json());
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}
