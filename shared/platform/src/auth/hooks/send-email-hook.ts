import { randomUUID } from "node:crypto";
import { type UserRow, userJson } from "../accounts/user.model.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { hookRefusal } from "../auth.errors.ts";
import { callHttpHook } from "./call-http-hook.ts";
import type { HookEmailData, HttpHook } from "./hook.model.ts";

export const hookEmailData = (
  { externalUrl, settings }: AuthDeps,
  type: HookEmailData["email_action_type"],
  data: Partial<HookEmailData>,
): HookEmailData => ({
  token: "",
  token_hash: "",
  redirect_to: settings.siteUrl,
  token_new: "",
  token_hash_new: "",
  old_email: "",
  old_phone: "",
  provider: "",
  factor_type: "",
  ...data,
  email_action_type: type,
  site_url: externalUrl,
});

/** Has the hook send an email. @throws the error that it answers, or the one of the failed call. */
export async function callSendEmailHook(
  deps: Pick<AuthDeps, "clock" | "log">,
  hook: HttpHook,
  { user, data }: { user: UserRow; data: HookEmailData },
): Promise<void> {
  const metadata = { uuid: randomUUID(), time: deps.clock().toISOString(), name: "send-email" };
  const event = { metadata, user: userJson(user, [], []), email_data: data };
  const answer = (await callHttpHook(hook, event).catch((error: unknown) => {
    deps.log({ level: "error", message: "A hook failed", hook: hook.uri, error });
    throw error;
  })) as { error?: { http_code?: number; message?: string } } | null | undefined;
  if (answer?.error?.message) throw hookRefusal(answer.error.http_code, answer.error.message);
}
