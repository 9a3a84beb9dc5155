import { readdir, readFile } from "node:fs/promises";

/** A request that the page makes to PostgREST. */
export interface PageRequest {
  /** Key of the bounds: the path and the names of the parameters that tell queries apart. */
  name: string;
  method: string;
  path: string;
  query: [string, string][];
  body: Record<string, unknown> | undefined;
}

interface RecordedRequest {
  method: string;
  path: string;
  query: [string, string][];
  body?: { json?: Record<string, unknown> };
}

const tapes = new URL("../../../mocks/tapes/", import.meta.url);
const prefix = "/rest/v1/";

/** Arguments and positions whose value doesn't change the query. */
const isValue = /^(?:(?:eq\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|taped|\d{4}-\d{2}-\d{2}T.*)$/;

/**
 * Every request to PostgREST on the tapes, those that are recorded on demand included, with the lists of the full
 * workspace; those that differ in values count once.
 */
export async function pageRequests(): Promise<PageRequest[]> {
  const found = new Map<string, PageRequest>();
  for (const { method, path, query, body } of await recordedRequests()) {
    if (!path.startsWith(prefix)) continue;
    const parameters = query.map(([name, value]) => `${name}=${isValue.test(value) ? "…" : value}`);
    const key = [method, path, ...parameters, ...Object.keys(body?.json ?? {})].join("\n");
    if (!found.has(key)) {
      found.set(key, {
        name: nameOf(path, query),
        method,
        path,
        query: query.map(withText),
        body: body?.json,
      });
    }
  }
  return [...found.values()];
}

/** Tapes leave out what is typed to find people. This word finds half of those in the large workspace. */
function withText([name, value]: [string, string]): [string, string] {
  return name === "search" && value === "taped" ? [name, "recipient"] : [name, value];
}

function nameOf(path: string, query: [string, string][]): string {
  const value = new Map(query);
  if (path === `${prefix}rpc/list_requests`) {
    const isMerged = value.get("filter") === "overdue" && value.get("sort") === "activity";
    return `list_requests${narrowedBy(value)}${isMerged ? ", overdue by activity" : ""}`;
  }
  const counts = /^rpc\/(request_counts|list_people|people_counts)$/.exec(path.slice(prefix.length));
  if (counts) return `${counts[1]}${narrowedBy(value)}`;
  if (path.startsWith(`${prefix}rpc/`)) return path.slice(`${prefix}rpc/`.length);
  const names = query.map(([name]) => name).filter((name) => name !== "select");
  return `${path.slice(prefix.length)} by ${names.join(" ")}`;
}

function narrowedBy(value: ReadonlyMap<string, string>): string {
  if (["assignee", "tag", "repeats"].some((name) => value.has(name))) return ", narrowed";
  return value.has("due_from") ? ", of some days" : "";
}

/**
 * A list or its counts for an assignee, for a tag and for both, of those that repeat and of some days, besides itself. Any of
 * them can be, on a tape or not. People have tags alone.
 */
export function withNarrowed(request: PageRequest): PageRequest[] {
  const [list] =
    /^(?:list_requests|request_counts|list_people|people_counts)(?!, narrowed|, of some days)\b/.exec(
      request.name,
    ) ?? [];
  if (list === undefined) return [request];
  // The values of ids are those of the large workspace.
  const assignee: [string, string] = ["assignee", ""];
  const tag: [string, string] = ["tag", ""];
  const repeats: [string, string] = ["repeats", "true"];
  const days: [string, string][] = [
    ["due_from", "2026-06-01"],
    ["due_until", "2026-06-30"],
  ];
  const isByDay = request.query.every(([name, value]) => name !== "sort" || value === "due");
  const narrowings: [string, string][][] = list.includes("people")
    ? [[tag]]
    : [[assignee], [tag], [assignee, tag], ...(isByDay ? [days, [repeats, ...days]] : [[repeats]])];
  return [
    request,
    ...narrowings.map((more) => {
      const query = request.query.concat(more);
      return Object.assign({}, request, { query, name: nameOf(request.path, query) });
    }),
  ];
}

async function recordedRequests(): Promise<RecordedRequest[]> {
  const names = (await readdir(tapes)).filter((name) => name.endsWith(".json"));
  const requests = await Promise.all(
    names.map(async (name) => {
      const tape = await readJson<{ interactions: { request: RecordedRequest }[] }>(name);
      return tape.interactions.map(({ request }) => request);
    }),
  );
  const { lists } = await readJson<{ lists: { request: string }[] }>("lists/full-workspace.json");
  const others = await readJson<RecordedRequest[]>("lists/page-requests.json");
  return [...requests.flat(), ...others, ...lists.map(({ request }) => fromKey(request))];
}

async function readJson<Json>(name: string): Promise<Json> {
  return JSON.parse(await readFile(new URL(name, tapes), "utf8")) as Json;
}

/** The lists are stored by key: "page GET platform /path?name=value&name=value", without encoding. */
function fromKey(key: string): RecordedRequest {
  const [, method = "", path = "", parameters = ""] = /^page (\w+) platform ([^?]+)\?(.*)$/.exec(key) ?? [];
  const query = parameters.split("&").map((pair): [string, string] => {
    const [name = "", ...value] = pair.split("=");
    return [name, value.join("=")];
  });
  return { method, path, query };
}
