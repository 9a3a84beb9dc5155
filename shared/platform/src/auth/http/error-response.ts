import type { Context } from "hono";
import { type AuthError, OAuthError } from "../auth.errors.ts";
import { TriggerError } from "./trigger-error.ts";

const apiVersionHeader = "X-Supabase-Api-Version";

/** First API version with error codes in `code`. auth-js ignores them unless the response repeats the version. */
const codedErrorsSince = "2024-01-01";

/**
 * Formats an error for the caller's API version. The code is also in `x-sb-error-code`, except for `weak_password` and for
 * the refusal of a hook, which has none.
 */
export function errorResponse(c: Context, error: AuthError | OAuthError | TriggerError): Response {
  const coded = asksForCodedErrors(c.req.header(apiVersionHeader));
  if (coded) c.header(apiVersionHeader, codedErrorsSince);
  if (error instanceof OAuthError) {
    return c.json({ error: error.error, error_description: error.message }, 400);
  }
  // Only responses without an API version include the database's message.
  if (error instanceof TriggerError) {
    return coded ? errorResponse(c, error.otherwise) : c.json(error.body, error.status);
  }
  if (!error.reasons && error.code !== "unknown") c.header("x-sb-error-code", error.code);
  const weakness = error.reasons && { weak_password: { reasons: error.reasons } };
  if (coded) return c.json({ code: error.code, message: error.message, ...weakness }, error.status);
  const errorId = error.status >= 500 && { error_id: crypto.randomUUID() };
  return c.json(
    { code: error.status, error_code: error.code, msg: error.message, ...errorId, ...weakness },
    error.status,
  );
}

function asksForCodedErrors(version: string | undefined): boolean {
  if (version === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return !Number.isNaN(Date.parse(version)) && version >= codedErrorsSince;
}
