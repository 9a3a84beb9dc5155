import type { FunctionName } from "../handlers/rest.ts";
import type { RecordedRequest } from "../tape/tape.ts";

const list = "list_requests" satisfies FunctionName;
const search = "search_requests" satisfies FunctionName;
const counts = "request_counts" satisfies FunctionName;
const unread = "unread_questions" satisfies FunctionName;

/** A page of a workspace's requests, or those that a search finds. A single request is read by its id. */
export const isRequestList = (request: RecordedRequest): boolean =>
  calls(request, list) || calls(request, search);

/** The numbers of a workspace's requests. */
export const isRequestCounts = (request: RecordedRequest): boolean => calls(request, counts);

/** The marks of what is unread in a list of requests. */
export const isUnreadQuestions = (request: RecordedRequest): boolean => calls(request, unread, "POST");

function calls({ method, path }: RecordedRequest, fn: FunctionName, by: "GET" | "POST" = "GET"): boolean {
  return method === by && path === `/rest/v1/rpc/${fn}`;
}

export function workspaceIn({ query }: RecordedRequest): string | undefined {
  return query.find(([name]) => name === "workspace")?.[1];
}

export function inWorkspace(request: RecordedRequest, workspace: string): RecordedRequest {
  const query = request.query.map(([name, value]): [string, string] => [
    name,
    name === "workspace" ? workspace : value,
  ]);
  return { ...request, query };
}
