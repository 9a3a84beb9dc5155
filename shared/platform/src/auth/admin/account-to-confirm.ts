import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserByEmail, lockUserById } from "../accounts/user.repository.ts";
import { createUser } from "./create-user.ts";

/**
 * The unconfirmed account of an address, created if there is none. An existing one is left as it is.
 *
 * @throws `email_exists` where the address is proven.
 */
export async function accountToConfirm(
  deps: AuthDeps,
  unit: Unit,
  input: { email: string; passwordHash: string; data: Readonly<Record<string, unknown>> },
): Promise<{ user: UserRow; isNew: boolean }> {
  const { email, passwordHash, data } = input;
  const known = await lockUserByEmail(unit.query, email);
  if (known?.email_confirmed_at) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
  if (known) return { user: known, isNew: false };
  const id = await createUser(deps, unit, { email, passwordHash, userMetadata: data });
  const user = await lockUserById(unit.query, id);
  if (!user) throw new Error("A new account disappeared within its transaction");
  return { user, isNew: true };
}
