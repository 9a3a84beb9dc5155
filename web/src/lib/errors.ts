import { describeError, isErrorCode } from "@sheaf/contract/errors/describe-error";
import { classifyError } from "./error-classes.ts";

/** The one kind of error that leaves `data` and `lib`: a code of the catalogue, never a service's own words. */
export class AppError extends Error {
  readonly code: string;
  /** Seconds until another try makes sense, where the service said so. */
  readonly retryAfter: number | undefined;

  constructor(code: string, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Classifies whatever a call to Auth, PostgREST, Storage, a sidecar endpoint or the network ended with. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, retryAfter } = classifyError(error);
  return new AppError(code, { retryAfter, cause: error });
}

/** What a person reads about an error. `code` is there only where the words had to be general ones. */
export interface ErrorSentences {
  what: string;
  next: string;
  code?: string | undefined;
}

export function errorSentences(error: unknown): ErrorSentences {
  const { code } = toAppError(error);
  const { what, next } = describeError(code);
  return isErrorCode(code) && code !== "unknown" ? { what, next } : { what, next, code };
}

/** The same in one text, for the line below a field. */
export function errorText(error: unknown): string {
  const { what, next } = errorSentences(error);
  return `${what} ${next}`;
}

/** A library tells it as a failure and it is none: nothing is shown. */
export function isSilent(error: unknown): boolean {
  return describeError(toAppError(error).code).group === "silent";
}
