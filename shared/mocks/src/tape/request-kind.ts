import type { FunctionName } from "../handlers/rest.ts";
import type { RecordedRequest } from "./tape.ts";

/** Read-only functions. PostgREST's clients call every function with POST. */
const readFunctions = [
  "my_sessions",
  "peek_request",
  "request_people",
  "sole_ownerships",
  "backup_codes_left",
  "my_access",
  "unread_questions",
  "my_email_preferences",
  "email_is_stopped",
  "preview_reminder",
  "watches_request",
] as const satisfies FunctionName[];

const pathOf = (name: FunctionName) => `/rest/v1/rpc/${name}`;

const readPaths: ReadonlySet<string> = new Set([
  ...readFunctions.map(pathOf),
  // A sign-in page requests a challenge when it opens; an unused challenge has no effect.
  "/auth/v1/passkeys/authentication/options",
]);

/** Functions that a page calls whenever it opens and that change data only the first time. */
const repeatableFunctions = ["join_request", "read_questions"] as const satisfies FunctionName[];

const repeatablePaths: ReadonlySet<string> = new Set(repeatableFunctions.map(pathOf));

/** True for requests that change no data. */
export function isRead({ method, path }: RecordedRequest): boolean {
  return method === "GET" || method === "HEAD" || readPaths.has(path);
}

/** True for requests that get the same response when repeated. */
export function isRepeatable(request: RecordedRequest): boolean {
  return isRead(request) || repeatablePaths.has(request.path);
}
