import { readFunctions } from "@sheaf/contract/read-functions";
import type { FunctionName } from "../handlers/rest.ts";
import type { RecordedRequest } from "./tape.ts";

const pathOf = (name: FunctionName) => `/rest/v1/rpc/${name}`;

const readPaths: ReadonlySet<string> = new Set([
  ...readFunctions.map(pathOf),
  // Made before files are read, and again while they are. What it records changes no other response but "Opened by".
  pathOf("open_files"),
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
