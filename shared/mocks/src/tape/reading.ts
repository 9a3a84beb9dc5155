import type { FunctionName } from "../handlers/rest.ts";
import type { TapedRequest } from "./tape.ts";

/** Functions that only read. PostgREST's clients call every function by POST. */
const readingFunctions = [
  "my_sessions",
  "peek_request",
  "request_people",
  "sole_ownerships",
] as const satisfies FunctionName[];

const pathOf = (name: FunctionName) => `/rest/v1/rpc/${name}`;

const readingPaths: ReadonlySet<string> = new Set([
  ...readingFunctions.map(pathOf),
  // A sign-in page asks for a challenge as it opens; nothing comes of one that nobody answers.
  "/auth/v1/passkeys/authentication/options",
]);

/** Functions that a page calls each time it is opened, and that change something the first time only. */
const lastingFunctions = ["join_request"] as const satisfies FunctionName[];

const lastingPaths: ReadonlySet<string> = new Set(lastingFunctions.map(pathOf));

/** Whether a request leaves everything as it was. */
export function isReading({ method, path }: TapedRequest): boolean {
  return method === "GET" || method === "HEAD" || readingPaths.has(path);
}

/** Whether a request may be made once more without another answer. */
export function isLasting(request: TapedRequest): boolean {
  return isReading(request) || lastingPaths.has(request.path);
}
