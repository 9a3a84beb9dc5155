import { type AuthError, validationFailed } from "../auth.errors.ts";
import type { Body } from "../http/request-body.ts";

/** For what the service does and this platform doesn't, so that a caller isn't left to wonder. */
export function notEmulated(what: string): AuthError {
  return validationFailed(`${what} is not supported by the local platform`);
}

/** @throws `validation_failed` if the body has any of these fields. */
export function refuseFields(body: Body, names: readonly string[]): void {
  const found = names.find((name) => body[name] !== undefined && body[name] !== null);
  if (found !== undefined) throw notEmulated(found);
}
