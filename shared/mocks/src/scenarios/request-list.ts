import type { RecordedRequest } from "../tape/tape.ts";

/** A list of a workspace's requests, or its count. A single request is read by its id. */
export function isRequestList({ method, path, query }: RecordedRequest): boolean {
  const reads = method === "GET" || method === "HEAD";
  return reads && path === "/rest/v1/requests" && query.some(([name]) => name === "workspace_id");
}

/** The filter on the workspace in PostgREST's syntax: `eq.` and an id. */
export function workspaceIn({ query }: RecordedRequest): string | undefined {
  return query.find(([name]) => name === "workspace_id")?.[1];
}

export function inWorkspace(request: RecordedRequest, workspace: string): RecordedRequest {
  const query = request.query.map(([name, value]): [string, string] => [
    name,
    name === "workspace_id" ? workspace : value,
  ]);
  return { ...request, query };
}
