import { createHash } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import { codeEmail } from "@sheaf/email/auth/code.email";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { SendMailOptions } from "nodemailer";
import { byProgram } from "../email/by-program.ts";
import type { Smtp } from "../email/smtp.ts";
import { type CodeEmail, codeEmails, type HookRequest } from "./code-emails.ts";

/** Longest wait for the name of a workspace, in milliseconds. A code without the name is better than none in time. */
const nameMs = 1_000;

export interface CodeDelivery {
  client: SupabaseClient<Database>;
  smtp: Smtp;
  siteUrl: string;
  /** The address that this service sends from. */
  from: string;
}

/** Undefined if the mail server accepted everything, otherwise one word for the log. */
export type Failure = string | undefined;

/**
 * Sends the emails of one call of the hook, and stops at the first that the mail server doesn't accept.
 *
 * @param key identifies the call, also when it is repeated.
 */
export async function deliverCodes(
  request: HookRequest,
  key: Buffer,
  { client, smtp, siteUrl, from }: CodeDelivery,
): Promise<Failure> {
  for (const email of codeEmails(request, siteUrl)) {
    const workspace = await workspaceOf(email, client);
    const { outcome, reason } = await smtp.send(toCodeMessage({ email, key, workspace, from }));
    if (outcome !== "sent") return reason ?? outcome;
  }
  return undefined;
}

/** The only name that may stand in the email; undefined without one, or if it isn't known in time. */
async function workspaceOf(
  { address, token }: CodeEmail,
  client: SupabaseClient<Database>,
): Promise<string | undefined> {
  if (token === undefined) return undefined;
  const { data } = await client
    .rpc("link_workspace", { token, address })
    .abortSignal(AbortSignal.timeout(nameMs));
  // The database's types know no null.
  return typeof data === "string" ? data : undefined;
}

interface WrittenCode {
  email: CodeEmail;
  key: Buffer;
  workspace: string | undefined;
  from: string;
}

/** The email as it is sent. Every attempt has the same Message-ID. */
export function toCodeMessage({
  email: { kind, address, facts },
  key,
  workspace,
  from,
}: WrittenCode): SendMailOptions {
  const id = createHash("sha256").update(key).update(address).digest("hex").slice(0, 32);
  return {
    ...codeEmail(kind, { ...facts, ...(workspace !== undefined && { workspace }) }, "en"),
    from: { name: "Sheaf", address: from },
    to: { name: "", address },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    headers: byProgram,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
