import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

export interface PasswordChange {
  password: string;
  /** The code from the mail, where the service wanted to be sure who asks. */
  nonce?: string | undefined;
}

/**
 * Sets the password of whoever is signed in. The platform ends every other session of theirs with it.
 *
 * @throws AppError; `reauthentication_needed` where the sign-in is a day old and the service asks for a mailed code.
 */
export async function setPassword({ password, nonce }: PasswordChange): Promise<void> {
  const { error } = await platformClient().auth.updateUser({ password, ...(nonce && { nonce }) });
  if (error) throw toAppError(error);
}
