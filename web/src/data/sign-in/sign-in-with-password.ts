import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { assertSessionSaved } from "./assert-session-saved.ts";

/** @throws AppError; `invalid_credentials` for a wrong password and an unknown address alike. */
export async function signInWithPassword(credentials: { email: string; password: string }): Promise<void> {
  try {
    const { error } = await platformClient().auth.signInWithPassword(credentials);
    if (error) throw error;
  } catch (error) {
    throw toAppError(error);
  }
  assertSessionSaved();
}
