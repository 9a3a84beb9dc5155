import { classifyError } from "./error-classes.ts";
import { hasText, textOf } from "./error-texts.ts";

/** The only error class that leaves `data` and `lib`: it has a code, never a service's message. */
export class AppError extends Error {
  readonly code: string;
  /** Seconds until a retry makes sense, if the service stated them. */
  readonly retryAfter: number | undefined;

  constructor(code: string, options: { retryAfter?: number | undefined; cause?: unknown } = {}) {
    super(code, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Classifies any failure of Auth, PostgREST, Storage, a sidecar endpoint or the network. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, retryAfter } = classifyError(error);
  return new AppError(code, { retryAfter, cause: error });
}

/** Texts shown for an error. `code` is set only for generic texts. */
export interface ErrorSentences {
  what: string;
  next: string;
  code?: string | undefined;
}

export function errorSentences(error: unknown): ErrorSentences {
  const { code } = toAppError(error);
  const { what, next } = textOf(code);
  return hasText(code) && code !== "unknown" ? { what, next } : { what, next, code };
}

/** Both sentences as one string, for field errors. */
export function errorText(error: unknown): string {
  const { what, next } = errorSentences(error);
  return `${what} ${next}`;
}

/** True for errors that need no message, such as a cancelled dialog. */
export function isSilent(error: unknown): boolean {
  return textOf(toAppError(error).code).group === "silent";
}
