import type { Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { UserRow } from "../user.model.ts";
import { lockUserByEmail, lockUserById } from "../user.repository.ts";
import { createUser } from "./create-user.ts";

/**
 * The account of an address that nobody has proven yet, made where there is none; what one holds already stays.
 *
 * @throws `email_exists` where the address is proven.
 */
export async function accountToConfirm(
  unit: Unit,
  wanted: { email: string; passwordHash: string; data: Readonly<Record<string, unknown>> },
): Promise<{ user: UserRow; isNew: boolean }> {
  const { email, passwordHash, data } = wanted;
  const known = await lockUserByEmail(unit.query, email);
  if (known?.email_confirmed_at) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
  if (known) return { user: known, isNew: false };
  const id = await createUser(unit, { email, passwordHash, userMetadata: data });
  const user = await lockUserById(unit.query, id);
  if (!user) throw new Error("A new account was gone before its transaction ended");
  return { user, isNew: true };
}
