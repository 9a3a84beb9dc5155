import { toAppError } from "./errors.ts";

const most = 3;

/** Codes that another try can change. Everything else is an answer, and asking again changes nothing. */
const passing =
  /^(network\.|service\.|PGRST00|40001|40P01|53300|57014|InternalError|DatabaseTimeout|SlowDown|ResourceLocked)/;

/** Whether a failed read is tried again by itself: lost networks and busy services; a refusal only when it named a time. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= most) return false;
  const { code, retryAfter } = toAppError(error);
  return passing.test(code) || retryAfter !== undefined;
}

/** Milliseconds before the next try: what the service asked for, else doubling from half a second, eight at most. */
export function retryDelay(failures: number, error: unknown): number {
  const { retryAfter } = toAppError(error);
  return retryAfter === undefined ? Math.min(500 * 2 ** failures, 8000) : retryAfter * 1000;
}
