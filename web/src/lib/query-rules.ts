import { toAppError } from "./errors.ts";

const maxRetries = 3;

/** Codes of temporary failures. Any other code is final. */
const passing =
  /^(network\.|service\.|PGRST00|40001|40P01|53300|57014|InternalError|DatabaseTimeout|SlowDown|ResourceLocked)/;

/** Retries network failures and overloaded services; other errors only if they state when to retry. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= maxRetries) return false;
  const { code, retryAfter } = toAppError(error);
  return passing.test(code) || retryAfter !== undefined;
}

/** Milliseconds until the next retry: the service's value, else doubling from half a second up to eight seconds. */
export function retryDelay(failures: number, error: unknown): number {
  const { retryAfter } = toAppError(error);
  return retryAfter === undefined ? Math.min(500 * 2 ** failures, 8000) : retryAfter * 1000;
}
