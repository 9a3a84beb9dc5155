import { readdir, readFile } from "node:fs/promises";

export const id = "0b7e9a1c-5d2f-4c3b-8a6d-1e2f3a4b5c6d";

const deepest = `*,${"requests(*,items(*,".repeat(50)}id${"))".repeat(50)}`;
const widest = Array.from({ length: 400 }, () => "items(*)").join(",");

/** Queries that combine more rows than the product's own, in every way of writing them. */
export const hostileQueries: readonly (readonly [what: string, path: string, search: string])[] = [
  ["rows of a table in each of its own", "/items", `?request_id=eq.${id}&select=*,requests(*,items(*))`],
  ["two levels more", "/items", `?request_id=eq.${id}&select=*,requests(*,items(*,requests(*,items(*))))`],
  ["the deepest that fits", "/items", `?request_id=eq.${id}&select=${deepest}`],
  ["the widest that fits", "/requests", `?id=eq.${id}&select=${widest}`],
  ["a table three times", "/requests", `?id=eq.${id}&select=items(*),items(*),items(*)`],
  ["another table twice", "/requests", `?id=eq.${id}&select=id,workspaces(*),workspaces(*)`],
  ["percent-encoded", "/items", `?request_id=eq.${id}&select=*%2Crequests%28*%2Citems%28*%29%29`],
  ["an encoded name of the parameter", "/items", `?request_id=eq.${id}&%73elect=*,requests(*,items(*))`],
  ["with spaces", "/items", `?request_id=eq.${id}&select=*,%20requests%20(%20*,items(*))`],
  ["with plus signs", "/items", `?request_id=eq.${id}&select=*,+requests+(*,items(*))`],
  ["an alias", "/requests", `?id=eq.${id}&select=a:items(*),b:items(*),c:items(*)`],
  ["a hint", "/items", `?request_id=eq.${id}&select=*,requests!items_request_id_fkey(*,items(*))`],
  ["an inner join", "/requests", `?id=eq.${id}&select=items!inner(*)`],
  ["a spread", "/items", `?request_id=eq.${id}&select=*,...requests(*)`],
  ["a quoted name", "/items", `?request_id=eq.${id}&select=*,%22requests%22(*,items(*))`],
  ["a parenthesis in a quoted alias", "/items", `?request_id=eq.${id}&select=%22a)%22:requests(*,items(*))`],
  ["upper case", "/items", `?request_id=eq.${id}&select=*,REQUESTS(*)`],
  ["a second select", "/items", `?request_id=eq.${id}&select=*&select=*,requests(*,items(*))`],
  ["a select before the right one", "/items", `?request_id=eq.${id}&select=requests(*,items(*))&select=id`],
  ["behind a semicolon", "/items", `?request_id=eq.${id};select=*,requests(*,items(*))`],
  ["with a bad escape, which some parsers drop", "/items", "?select=*,%22a%zz%22:requests(*,items(*))"],
  ["with half an escape at the end", "/items", "?select=requests(*,items(*)),a%2"],
  ["an aggregate", "/items", "?select=count()"],
  ["the whole content of all requests", "/requests", "?select=*,items(*,files(*))"],
  ["the content of several", "/requests", `?id=in.(${id},${id})&select=*,items(*)`],
  ["one filter that another follows", "/requests", `?id=eq.${id}&id=neq.${id}&select=*,items(*)`],
  ["requests of all recipients", "/recipients", "?select=scope,requests(id,items(status))"],
  ["events of all listed requests", "/rpc/list_requests", `?workspace=${id}&select=id,events(*)`],
  ["many events of each", "/rpc/list_requests", `?events.limit=1000&select=id,events(*)`],
  ["items of listed requests", "/rpc/list_requests", `?events.limit=1&select=id,items(*)`],
  ["from a function with no such query", "/rpc/my_inbox", "?select=*,items(*)"],
  ["from a table with no such query", "/workspaces", "?select=*,requests(*)"],
  ["a filter on what is embedded", "/items", "?requests.items.title=eq.a&select=*,requests(*,items(*))"],
  ["another writing of the path", "/items/", `?request_id=eq.${id}&select=files(*)`],
  ["a name that Object has", "/constructor", "?select=a(*)"],
];

interface TapedRequest {
  path: string;
  query?: [string, string][];
}

/** Queries of the page on its tapes, in git or recorded on demand, whose ids and dates are placeholders. */
export async function tapedQueries(): Promise<[path: string, search: string][]> {
  const folder = new URL("../../../mocks/tapes/", import.meta.url);
  const tapes = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const read = async <Json>(name: string) =>
    JSON.parse(await readFile(new URL(name, folder), "utf8")) as Json;
  const requests = await read<TapedRequest[]>("lists/page-requests.json");
  for (const name of tapes) {
    const { interactions } = await read<{ interactions: { request: TapedRequest }[] }>(name);
    requests.push(...interactions.map(({ request }) => request));
  }
  const queries = new Map<string, [string, string]>();
  for (const request of requests) {
    if (!request.path.startsWith("/rest/v1/")) continue;
    const parameters = new URLSearchParams(request.query ?? []);
    const query: [string, string] = [request.path.slice("/rest/v1".length), `?${parameters.toString()}`];
    queries.set(query.join(""), query);
  }
  return [...queries.values()];
}
