import { AppError } from "../../lib/errors.ts";
import type { SentAnswer } from "./send-bytes.ts";

/** What a status says by itself, where the body is plain text or comes from something that stands before the service. */
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
 * Why the file service refused; nothing when it did not. It answers 400 to nearly everything and says the rest in the
 * body, but by the resumable protocol it says true statuses with plain text.
 */
export function storageRefusal({ status, body }: Pick<SentAnswer, "status" | "body">): AppError | undefined {
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
