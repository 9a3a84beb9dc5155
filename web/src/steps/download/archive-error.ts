import type { AppError } from "../../lib/errors.ts";

/** The file whose failure stopped the archive. The reason is the `cause`. */
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
