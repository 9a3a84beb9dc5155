import { AppError } from "../../../lib/errors.ts";
import type { RawResponse } from "./send-bytes.ts";

/** Codes for responses whose body has none: plain text, or a page from a proxy in front of Storage. */
const byStatus: Readonly<Record<number, string>> = {
  401: "InvalidJWT",
  403: "AccessDenied",
  409: "KeyAlreadyExists",
  413: "EntityTooLarge",
  415: "InvalidMimeType",
  423: "ResourceLocked",
  429: "SlowDown",
};

/**
 * The reason for a refusal by Storage; undefined for a successful response. Storage answers almost every refusal with 400
 * and a code in the body, but resumable uploads get real status codes with plain text.
 */
export function storageRefusal({ status, body }: Pick<RawResponse, "status" | "body">): AppError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const unnamed = status >= 500 ? "service.unavailable" : "unknown";
  return new AppError(codeIn(body) ?? byStatus[status] ?? unnamed);
}

function codeIn(body: string): string | undefined {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === "string" && code !== "" ? code : undefined;
  } catch {
    return undefined;
  }
}
