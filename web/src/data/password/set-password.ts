import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

export interface PasswordChange {
  password: string;
  /** Emailed reauthentication code, if Auth required one. */
  nonce?: string | undefined;
}

/**
 * Sets the password of the signed-in user. Auth revokes all their other sessions.
 *
 * @throws AppError; `reauthentication_needed` if the sign-in is older than a day and an emailed code is required.
 */
export async function setPassword({ password, nonce }: PasswordChange): Promise<void> {
  const { error } = await platformClient().auth.updateUser({ password, ...(nonce && { nonce }) });
  if (error) throw toAppError(error);
}
