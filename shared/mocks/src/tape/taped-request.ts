import { canonical } from "./canonical.ts";
import { masked } from "./masked.ts";
import { readJson } from "./read-json.ts";
import type { Asker, TapedRequest } from "./tape.ts";

/** Fields of requests to Auth that somebody types or a program makes up. */
const authFields: ReadonlySet<string> = new Set([
  "auth_code",
  "captcha_token",
  "code",
  "code_challenge",
  "code_verifier",
  "current_password",
  "email",
  "nonce",
  "password",
  "refresh_token",
  "token",
  "token_hash",
]);

/** By where a request goes, the fields that somebody types, a program makes up or a file brings along. */
const volatileFields: readonly { below: string; fields: ReadonlySet<string> }[] = [
  { below: "/rest/v1/rpc/begin_upload", fields: new Set(["name", "size"]) },
  { below: "/rest/v1/rpc/finish_upload", fields: new Set(["sha256"]) },
  { below: "/auth/v1/", fields: authFields },
];

/** Of a query: the key of the page, the way back with the id of its flow, the signature of a file's address. */
const volatileParameters: ReadonlySet<string> = new Set(["apikey", "redirect_to", "token"]);

/** A day alone, and not the beginning of a moment. */
const day = /\b\d{4}-\d{2}-\d{2}\b(?![T ])/g;

interface Way {
  from: Asker;
  /** The name of who is asked, for an origin; undefined for one that no tape knows, which stays as it is. */
  originOf: (origin: string) => string | undefined;
}

/** What a request asks for, in the words of a tape. */
export async function tapedRequest(request: Request, { from, originOf }: Way): Promise<TapedRequest> {
  const url = new URL(request.url);
  const body = await bodyOf(request, url.pathname);
  return {
    from,
    method: request.method,
    origin: originOf(url.origin) ?? url.origin,
    path: url.pathname,
    query: sorted([...url.searchParams], (name) => volatileParameters.has(name)).map(withoutDays),
    ...(body && { body }),
  };
}

/** One line: requests with the same line are the same request. */
export function requestKey({ from, method, origin, path, query, body }: TapedRequest): string {
  const parameters = query.map(([name, value]) => `${name}=${value}`).join("&");
  return [from, method, origin, parameters === "" ? path : `${path}?${parameters}`, ...bodyText(body)].join(
    " ",
  );
}

function bodyText(body: TapedRequest["body"]): string[] {
  return body ? [JSON.stringify(body)] : [];
}

/** Which day it is depends on where the device is; what is asked about it does not. */
function withoutDays([name, value]: [string, string]): [string, string] {
  return [name, value.replaceAll(day, masked)];
}

async function bodyOf(request: Request, path: string): Promise<TapedRequest["body"]> {
  const bytes = await request.clone().arrayBuffer();
  if (bytes.byteLength === 0) return undefined;
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  const { fields } = volatileFields.find(({ below }) => path.startsWith(below)) ?? {};
  const isVolatile = (name: string) => fields?.has(name) ?? false;
  const text = new TextDecoder().decode(bytes);
  if (type === "application/json" || type === "text/plain") {
    const json = readJson(text);
    if (json === undefined) return { bytes: type };
    return { json: canonical(withoutFields(json, isVolatile)) };
  }
  if (type === "application/x-www-form-urlencoded") {
    return { form: sorted([...new URLSearchParams(text)], isVolatile) };
  }
  return { bytes: type };
}

/** The same value with every field of these names masked, however deep it lies. */
function withoutFields(value: unknown, isVolatile: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((part) => withoutFields(part, isVolatile));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isVolatile(name) ? masked : withoutFields(part, isVolatile),
    ]),
  );
}

function sorted(pairs: [string, string][], isVolatile: (name: string) => boolean): [string, string][] {
  return pairs
    .map(([name, value]): [string, string] => [name, isVolatile(name) ? masked : value])
    .toSorted(([one, first], [other, second]) => (`${one}=${first}` < `${other}=${second}` ? -1 : 1));
}
