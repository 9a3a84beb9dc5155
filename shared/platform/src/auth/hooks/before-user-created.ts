import { randomUUID } from "node:crypto";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { audience, findEmailHolder, providedBy } from "../accounts/user.repository.ts";
import { runHook } from "./run-hook.ts";

export interface NewAccountEvent {
  ip: string | null;
  email: string;
  data: Readonly<Record<string, unknown>>;
}

/** Asks the hook about an account that is about to be created. @throws what the hook answers. */
export async function announceAccount(
  deps: AuthDeps,
  { ip, email, data, provider = "email" }: NewAccountEvent & { provider?: string },
): Promise<void> {
  await runHook(deps, "before_user_created", {
    ip,
    user: {
      id: randomUUID(),
      aud: audience,
      role: "",
      email,
      phone: "",
      app_metadata: providedBy(provider),
      user_metadata: data,
      identities: [],
      is_anonymous: false,
    },
  });
}

/**
 * The same, unless an account has the address. As in the service, it is asked before the transaction that creates the
 * account, so it is also asked about one that another request creates in between.
 */
export async function announceIfNew(deps: AuthDeps, account: NewAccountEvent): Promise<void> {
  if (!deps.settings.hooks.before_user_created) return;
  const holder = await inTransaction(deps, ({ query }) => findEmailHolder(query, account.email));
  if (!holder) await announceAccount(deps, account);
}
