import type { ContentfulStatusCode } from "hono/utils/http-status";
import { unexpectedFailure, type AuthError } from "../auth.errors.ts";

/**
 * An error raised by a trigger or constraint of the project, passed on as the service does: `PTxyz` sets the
 * status, all others are 500.
 */
export class TriggerError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Readonly<Record<string, string>>;
  /** Answered to callers whose API version omits database messages. */
  readonly otherwise: AuthError;

  constructor(status: ContentfulStatusCode, body: Readonly<Record<string, string>>, otherwise: AuthError) {
    super(body["message"]);
    this.name = "TriggerError";
    this.status = status;
    this.body = body;
    this.otherwise = otherwise;
  }
}

/** Undefined if the database failed for another reason. */
export function triggerErrorOf(error: unknown, otherwise = unexpectedFailure()): TriggerError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = textOf(error, "code");
  if (!/^(?:P0001|23\d{3}|PT\d{3})$/.test(code)) return undefined;
  const status = code.startsWith("PT") ? Number(code.slice(2)) : 500;
  const [detail, hint] = [textOf(error, "detail"), textOf(error, "hint")];
  const body = { code, message: error.message, ...(hint && { hint }), ...(detail && { detail }) };
  const known = status >= 400 && status <= 599 ? (status as ContentfulStatusCode) : 500;
  return new TriggerError(known, body, otherwise);
}

function textOf(error: Error, field: "code" | "detail" | "hint"): string {
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : "";
}
