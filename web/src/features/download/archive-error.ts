import type { AppError } from "../../lib/errors.ts";

/** A file that stopped the whole archive, with why. */
export class ArchiveError extends Error {
  readonly path: string;
  override readonly cause: AppError;

  constructor(path: string, cause: AppError) {
    super(`${path}: ${cause.code}`);
    this.name = "ArchiveError";
    this.path = path;
    this.cause = cause;
  }
}
