import type { RecordedRequest, Tape } from "../tape/tape.ts";

/** A request that the page makes to PostgREST. */
export type PageRequest = Pick<RecordedRequest, "method" | "path" | "query" | "body">;

/** Values that differ from one recording, day or account to the next. */
const isValue = /^(?:(?:eq\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|taped|\d{4}-\d{2}-\d{2}T.*)$/;

/** Requests that differ only in ids, moments and the values of a body have the same key. */
export function pageRequestKey({ method, path, query, body }: PageRequest): string {
  const parameters = query.map(([name, value]) => `${name}=${isValue.test(value) ? "…" : value}`);
  const json = body && "json" in body ? body.json : undefined;
  const names = typeof json === "object" && json !== null ? Object.keys(json) : [];
  return [method, path, ...parameters, ...names].join(" ");
}

/** The requests to PostgREST that only `tapes` make and none of `others`, one of each kind, in a stable order. */
export function requestsOnlyOn(tapes: readonly Tape[], others: readonly Tape[]): PageRequest[] {
  const known = new Set(requestsOf(others).map(pageRequestKey));
  const found = new Map<string, PageRequest>();
  for (const request of requestsOf(tapes)) {
    const key = pageRequestKey(request);
    if (!known.has(key) && !found.has(key)) found.set(key, request);
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, request]) => request);
}

function requestsOf(tapes: readonly Tape[]): PageRequest[] {
  return tapes
    .flatMap(({ interactions }) => interactions)
    .filter(({ request }) => request.path.startsWith("/rest/v1/"))
    .map(({ request: { method, path, query, body } }) =>
      body ? { method, path, query, body } : { method, path, query },
    );
}

/** One line per request, so that a change is readable in a diff. */
export function formatPageRequests(requests: readonly PageRequest[]): string {
  return `[\n${requests.map((request) => `  ${JSON.stringify(request)}`).join(",\n")}\n]\n`;
}
