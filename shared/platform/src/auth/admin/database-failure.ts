import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { triggerErrorOf } from "../http/trigger-error.ts";

/**
 * Answers any refusal of the database (a unique address, a trigger of the project) with one error and this message.
 * The log has the cause; callers without an API version also get the database's message.
 *
 * @throws `unexpected_failure`, and as `work` does.
 */
export async function withDatabaseFailure<T>(
  deps: AuthDeps,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    deps.log({ level: "error", message, error });
    const failure = new AuthError(500, "unexpected_failure", message);
    throw triggerErrorOf(error, failure) ?? failure;
  }
}
