import { AuthError } from "../auth.errors.ts";

/** Rejects after a timeout. The work itself continues, and its result is ignored. @throws `request_timeout`. */
export async function withinSeconds<T>(seconds: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const message = "Processing this request timed out, please retry after a moment.";
  const timer = setTimeout(() => reject(new AuthError(504, "request_timeout", message)), seconds * 1000);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
