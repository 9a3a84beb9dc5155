import { randomUUID } from "node:crypto";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError, hookRefusal } from "../auth.errors.ts";
import { hookNames, type Hook, type HookName } from "./hook.model.ts";

/** A hook's time limit. */
const timeoutMs = 2000;

/**
 * Calls the hook, if the settings name one, in a separate transaction: what the function writes stays even if the
 * request fails.
 *
 * @param event without its metadata.
 * @returns the function's answer; undefined without a hook.
 * @throws the error that the function answers, or `unexpected_failure` if it fails.
 */
export async function runHook(
  deps: AuthDeps,
  hookName: HookName,
  { ip, ...event }: Readonly<Record<string, unknown>> & { ip: string | null },
): Promise<HookAnswer | undefined> {
  const hook = deps.settings.hooks[hookName];
  if (!hook) return undefined;
  const metadata = {
    uuid: randomUUID(),
    time: deps.clock().toISOString(),
    name: hookNames[hookName],
    ...(ip !== null && { ip_address: ip }),
  };
  const answer = (await call(deps, hook, { metadata, ...event })) ?? {};
  const { error } = answer;
  if (error?.message) throw hookRefusal(error.http_code, error.message);
  return answer;
}

interface HookAnswer {
  error?: { http_code?: number; message?: string };
  decision?: string;
  message?: string;
  should_logout_user?: boolean;
}

async function call(deps: AuthDeps, hook: Hook, event: unknown): Promise<HookAnswer | null> {
  try {
    return await deps.database.as("supabase_auth_admin", {}, async (query) => {
      await query(`set local statement_timeout = ${timeoutMs}`);
      const { rows } = await query<{ answer: HookAnswer | null }>(
        `select "${hook.schema}"."${hook.name}"($1::jsonb) as answer`,
        [JSON.stringify(event)],
      );
      return rows[0]?.answer ?? null;
    });
  } catch (error) {
    deps.log({ level: "error", message: "A hook failed", hook: hook.uri, error });
    throw new AuthError(500, "unexpected_failure", `Error running hook URI: ${hook.uri}`);
  }
}
