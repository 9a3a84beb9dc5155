import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { triggerErrorOf } from "../trigger-error.ts";

/**
 * Whatever the database refuses, an address that is taken as much as a trigger of the project, is one answer of the
 * service, in these words; the log has the cause, and callers of the older version read what the database said.
 *
 * @throws `unexpected_failure`, and as `work` does.
 */
export async function failingAs<T>(deps: AuthDeps, message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    deps.log({ level: "error", message, error });
    const failure = new AuthError(500, "unexpected_failure", message);
    throw triggerErrorOf(error, failure) ?? failure;
  }
}
