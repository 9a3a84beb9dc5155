import type { Database } from "@sheaf/contract/database.types";
import { jsonResponse } from "../json-response.ts";
import type { Respond } from "../tape/respond.ts";
import { isRead } from "../tape/request-kind.ts";
import type { RecordedRequest } from "../tape/tape.ts";
import { isRequestCounts, isRequestList } from "./request-list.ts";

type Tables = Database["public"]["Tables"];
type TableName = keyof Tables;

/** Columns with names and titles, by table. */
const nameColumns = {
  items: ["title"],
  profiles: ["display_name"],
  requests: ["title"],
  workspaces: ["name"],
} satisfies { [Table in TableName]?: (keyof Tables[Table]["Row"])[] };

const nameFields: ReadonlySet<string> = new Set(Object.values(nameColumns).flat());

function table(request: RecordedRequest): string | undefined {
  if (isRequestList(request)) return "requests" satisfies TableName;
  return isRead(request) ? /^\/rest\/v1\/(\w+)$/.exec(request.path)?.[1] : undefined;
}

/** Empties the table of requests for reads and counts. */
export function withoutRequests(respond: Respond): Respond {
  return async (request) => {
    const played = await respond(request);
    if (!played.ok) return played;
    if (isRequestCounts(request)) return jsonResponse({ open: 0, review: 0, overdue: 0, drafts: 0, done: 0 });
    return table(request) === "requests" ? jsonResponse([], { headers: { "content-range": "*/0" } }) : played;
  };
}

/** Changes every name and title in responses to reads. */
export function withNames(respond: Respond, change: (word: string) => string): Respond {
  const changed = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return nameFields.has(name) ? change(value) : value;
    if (Array.isArray(value)) return value.map((part) => changed(part, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, changed(part, field)]));
  };
  return async (request) => {
    const played = await respond(request);
    if (table(request) === undefined || request.method === "HEAD" || !played.ok) return played;
    const json: unknown = await played.json();
    return new Response(JSON.stringify(changed(json)), { status: played.status, headers: played.headers });
  };
}
