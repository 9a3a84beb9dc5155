import { canonical, mapParts } from "./canonical.ts";
import { masked } from "./masked.ts";
import type { TapedRequest } from "./tape.ts";

/** Fields of requests to Auth that somebody types or a program makes up. */
const volatileFields: ReadonlySet<string> = new Set([
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

/** Of a query: the key of the page, the way back with the id of its flow, the signature of a file's address. */
const volatileParameters: ReadonlySet<string> = new Set(["apikey", "redirect_to", "token"]);

/**
 * What a request asks for, in the words of a tape.
 *
 * @param originOf the name of who is asked, for an origin; undefined for one that no tape knows, which stays as it is.
 */
export async function tapedRequest(
  request: Request,
  originOf: (origin: string) => string | undefined,
): Promise<TapedRequest> {
  const url = new URL(request.url);
  const body = await bodyOf(request, url.pathname);
  return {
    method: request.method,
    origin: originOf(url.origin) ?? url.origin,
    path: url.pathname,
    query: sorted([...url.searchParams], (name) => volatileParameters.has(name)),
    ...(body && { body }),
  };
}

/** One line: requests with the same line are the same request. */
export function requestKey({ method, origin, path, query, body }: TapedRequest): string {
  const parameters = query.map(([name, value]) => `${name}=${value}`).join("&");
  return [method, origin, parameters === "" ? path : `${path}?${parameters}`, ...bodyText(body)].join(" ");
}

function bodyText(body: TapedRequest["body"]): string[] {
  return body ? [JSON.stringify(body)] : [];
}

async function bodyOf(request: Request, path: string): Promise<TapedRequest["body"]> {
  const bytes = await request.clone().arrayBuffer();
  if (bytes.byteLength === 0) return undefined;
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  const isVolatile = (name: string | undefined) =>
    path.startsWith("/auth/v1/") && name !== undefined && volatileFields.has(name);
  const text = new TextDecoder().decode(bytes);
  if (type === "application/json" || type === "text/plain") {
    const json = readJson(text);
    if (json === undefined) return { bytes: type };
    return { json: canonical(mapParts(json, (part, name) => (isVolatile(name) ? masked : part))) };
  }
  if (type === "application/x-www-form-urlencoded") {
    return { form: sorted([...new URLSearchParams(text)], isVolatile) };
  }
  return { bytes: type };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sorted(pairs: [string, string][], isVolatile: (name: string) => boolean): [string, string][] {
  return pairs
    .map(([name, value]): [string, string] => [name, isVolatile(name) ? masked : value])
    .toSorted(([one, first], [other, second]) => (`${one}=${first}` < `${other}=${second}` ? -1 : 1));
}
