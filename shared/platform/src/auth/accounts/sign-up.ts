import { randomUUID } from "node:crypto";
import { sendConfirmationEmail } from "../email/auth-emails.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import type { CodeChallenge } from "../sessions/code-challenge.ts";
import { startFlow } from "../sessions/flow-state.repository.ts";
import type { UserRow } from "./user.model.ts";
import { findEmailHolder, insertUser, lockAddress, lockUserById } from "./user.repository.ts";
import { confirmEmail } from "./confirm-email.ts";

export interface SignUp {
  email: string;
  /** Computed before the transaction, because hashing takes longer than all of its statements. */
  passwordHash: string;
  data: Readonly<Record<string, unknown>>;
  codeChallenge: CodeChallenge | undefined;
  redirectTo: string;
}

/**
 * `taken`: a confirmed account has the address. `waiting`: a confirmation email was sent. `ready`: confirmed
 * without an email.
 */
export interface SignUpResult {
  outcome: "taken" | "waiting" | "ready";
  user: UserRow;
}

/**
 * Creates the account or, while its address is unconfirmed, sends the email again. An unconfirmed account is never
 * overwritten, because the address is unproven.
 *
 * @throws `over_email_send_rate_limit`.
 */
export async function signUp(deps: AuthDeps, unit: Unit, input: SignUp): Promise<SignUpResult> {
  const { query, now } = unit;
  await lockAddress(query, input.email);
  const holder = await findEmailHolder(query, input.email);
  const existing = holder && (await lockUserById(query, holder.id));
  if (existing?.email_confirmed_at) return { outcome: "taken", user: existing };
  const user = existing ?? (await create(deps, unit, input));
  if (!deps.settings.email.enableConfirmations) {
    await confirmEmail(unit, user);
    return { outcome: "ready", user };
  }
  const { codeChallenge, redirectTo } = input;
  if (codeChallenge) {
    await startFlow(query, {
      userId: user.id,
      provider: "email",
      method: "email/signup",
      codeChallenge,
      now,
    });
  }
  await sendConfirmationEmail(deps, unit, user, { redirectTo, exchange: codeChallenge !== undefined });
  return { outcome: "waiting", user };
}

async function create(deps: AuthDeps, unit: Unit, input: SignUp): Promise<UserRow> {
  const id = randomUUID();
  const role = deps.settings.defaultRole;
  await insertUser(unit.query, { ...input, id, role, now: unit.now });
  // Read again: triggers of the project may have changed the row.
  const user = await lockUserById(unit.query, id);
  if (!user) throw new Error("A new account disappeared within its transaction");
  return user;
}
