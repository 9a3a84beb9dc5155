import { randomUUID } from "node:crypto";
import { mailConfirmation } from "./auth-mail.ts";
import type { AuthDeps, Unit } from "./auth.deps.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { startFlow } from "./flow-state.repository.ts";
import type { UserRow } from "./user.model.ts";
import { insertUser, lockUserByEmail, lockUserById } from "./user.repository.ts";
import { confirmEmail } from "./confirm-email.ts";

export interface SignUp {
  email: string;
  audience: string;
  /** Made before the transaction: hashing takes longer than all of its statements together. */
  passwordHash: string;
  data: Readonly<Record<string, unknown>>;
  codeChallenge: CodeChallenge | undefined;
  redirectTo: string;
}

/** `taken`: a confirmed account has the address. `waiting`: a mail is on its way. `ready`: confirmed without one. */
export interface SignUpResult {
  outcome: "taken" | "waiting" | "ready";
  user: UserRow;
}

/**
 * Makes the account or, while its address is not confirmed, mails again. What an unconfirmed account holds is never
 * replaced: nobody has shown yet whose address it is.
 *
 * @throws `over_email_send_rate_limit`.
 */
export async function signUp(deps: AuthDeps, unit: Unit, wanted: SignUp): Promise<SignUpResult> {
  const { query, now } = unit;
  const existing = await lockUserByEmail(query, wanted.email, wanted.audience);
  if (existing?.email_confirmed_at) return { outcome: "taken", user: existing };
  const user = existing ?? (await create(unit, wanted));
  if (!deps.settings.email.enableConfirmations) {
    await confirmEmail(unit, user);
    return { outcome: "ready", user };
  }
  const { codeChallenge, redirectTo } = wanted;
  if (codeChallenge) {
    await startFlow(query, {
      userId: user.id,
      provider: "email",
      method: "email/signup",
      codeChallenge,
      now,
    });
  }
  await mailConfirmation(deps, unit, user, { redirectTo, exchange: codeChallenge !== undefined });
  return { outcome: "waiting", user };
}

async function create(unit: Unit, wanted: SignUp): Promise<UserRow> {
  const id = randomUUID();
  await insertUser(unit.query, { ...wanted, id, aud: wanted.audience, now: unit.now });
  // Read back: triggers of the project may have changed the row.
  const user = await lockUserById(unit.query, id);
  if (!user) throw new Error("A new account was gone before its transaction ended");
  return user;
}
