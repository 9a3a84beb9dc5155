import type { Database } from "@sheaf/contract/database.types";
import { HttpResponse } from "msw/http";
import { answer, crossOrigin } from "../answer.ts";
import type { Play } from "../tape/play.ts";
import { isReading } from "../tape/reading.ts";
import type { TapedRequest } from "../tape/tape.ts";

type Tables = Database["public"]["Tables"];
type TableName = keyof Tables;

/** Columns with words of people, by table: what is shown of them may be of any length and script. */
const wordColumns = {
  items: ["title"],
  profiles: ["display_name"],
  requests: ["title"],
  workspaces: ["name"],
} satisfies { [Table in TableName]?: (keyof Tables[Table]["Row"])[] };

const wordNames: ReadonlySet<string> = new Set(Object.values(wordColumns).flat());

const table = (request: TapedRequest): string | undefined =>
  isReading(request) ? /^\/rest\/v1\/(\w+)$/.exec(request.path)?.[1] : undefined;

/** One table reads as if nothing were in it, its counts included. */
export function withoutRows(play: Play, name: TableName): Play {
  return async (request) => {
    const played = await play(request);
    if (table(request) !== name || !played.ok) return played;
    const headers = { "content-range": "*/0" };
    return request.method === "HEAD"
      ? new HttpResponse(null, { headers: { ...crossOrigin, ...headers } })
      : answer([], { headers });
  };
}

/** Every word of people in what is read, changed. */
export function withWords(play: Play, change: (word: string) => string): Play {
  const changed = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return wordNames.has(name) ? change(value) : value;
    if (Array.isArray(value)) return value.map((part) => changed(part, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, changed(part, field)]));
  };
  return async (request) => {
    const played = await play(request);
    if (table(request) === undefined || request.method === "HEAD" || !played.ok) return played;
    const json: unknown = await played.json();
    return new Response(JSON.stringify(changed(json)), { status: played.status, headers: played.headers });
  };
}
