import { isUnstorableText } from "../../database/unstorable-text.ts";
import { accessDenied, invalidRequest, StorageError } from "../storage.errors.ts";

/**
 * Translates a Postgres error to storage-api's response. Errors without an SQLSTATE aren't from the database and are
 * returned unchanged.
 */
export function fromDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  if (!/^[0-9A-Z]{5}$/.test(error.code)) return error;

  if (isUnstorableText(error)) return invalidRequest("text contains a character that is not allowed");
  switch (error.code) {
    case "42501":
      return accessDenied(
        error.message.includes("row-level security")
          ? "new row violates row-level security policy"
          : error.message,
        error,
      );
    case "23505":
      return new StorageError({
        statusCode: 409,
        error: "Duplicate",
        message: "The resource already exists",
        code: "ResourceAlreadyExists",
        cause: error,
      });
    case "23503":
      return new StorageError({
        statusCode: 404,
        error: "InvalidRequest",
        message: "The related resource does not exist",
        code: "InvalidRequest",
        cause: error,
      });
    default:
      return new StorageError({
        statusCode: 500,
        error: "DatabaseError",
        message: `database error, code: ${error.code}`,
        code: "DatabaseError",
        cause: error,
      });
  }
}
