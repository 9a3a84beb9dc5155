import type { ContentfulStatusCode } from "hono/utils/http-status";
import { unexpectedFailure, type AuthError } from "./auth.errors.ts";

/** What a project's trigger or constraint said, as the service hands it on: `PTxyz` chooses the status, all others are 500. */
export class TriggerError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Readonly<Record<string, string>>;
  /** What callers are told whose version does not hear of the database. */
  readonly otherwise: AuthError;

  constructor(status: ContentfulStatusCode, body: Readonly<Record<string, string>>, otherwise: AuthError) {
    super(body["message"]);
    this.name = "TriggerError";
    this.status = status;
    this.body = body;
    this.otherwise = otherwise;
  }
}

/** Undefined where the database failed for another reason, which is nobody's business. */
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
