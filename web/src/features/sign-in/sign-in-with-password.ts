import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { assertSessionKept } from "./assert-session-kept.ts";

/** @throws AppError; `invalid_credentials` for a wrong password and for an unknown address alike. */
export async function signInWithPassword(typed: { email: string; password: string }): Promise<void> {
  try {
    const { error } = await platformClient().auth.signInWithPassword(typed);
    if (error) throw error;
  } catch (error) {
    throw toAppError(error);
  }
  assertSessionKept();
}
