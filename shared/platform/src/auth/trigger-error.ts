import type { ContentfulStatusCode } from "hono/utils/http-status";

/** What a project's trigger or constraint said, as the service hands it on: `PTxyz` chooses the status, all others are 500. */
export class TriggerError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: Readonly<Record<string, string>>;

  constructor(status: ContentfulStatusCode, body: Readonly<Record<string, string>>) {
    super(body["message"]);
    this.name = "TriggerError";
    this.status = status;
    this.body = body;
  }
}

/** Undefined where the database failed for another reason, which is nobody's business. */
export function triggerErrorOf(error: unknown): TriggerError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = textOf(error, "code");
  if (!/^(?:P0001|23\d{3}|PT\d{3})$/.test(code)) return undefined;
  const status = code.startsWith("PT") ? Number(code.slice(2)) : 500;
  const [detail, hint] = [textOf(error, "detail"), textOf(error, "hint")];
  return new TriggerError(status >= 400 && status <= 599 ? (status as ContentfulStatusCode) : 500, {
    code,
    message: error.message,
    ...(hint && { hint }),
    ...(detail && { detail }),
  });
}

function textOf(error: Error, field: "code" | "detail" | "hint"): string {
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : "";
}
