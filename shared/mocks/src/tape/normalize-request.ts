import { canonical } from "./canonical.ts";
import { masked } from "./masked.ts";
import { readJson } from "./read-json.ts";
import type { RequestSource, RecordedRequest } from "./tape.ts";

/** Fields of Auth requests that are typed by a user or generated. */
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

/** Fields and parameters by path prefix that are typed by a user, generated, or taken from a file or the device. */
const volatileFields: readonly { below: string; fields: ReadonlySet<string> }[] = [
  { below: "/rest/v1/rpc/begin_upload", fields: new Set(["name", "size"]) },
  { below: "/rest/v1/rpc/finish_upload", fields: new Set(["sha256"]) },
  { below: "/rest/v1/rpc/open_files", fields: new Set(["export"]) },
  { below: "/rest/v1/rpc/visit_request", fields: new Set(["zone"]) },
  { below: "/rest/v1/rpc/create_workspace", fields: new Set(["zone"]) },
  { below: "/rest/v1/rpc/preview_reminder", fields: new Set(["site"]) },
  { below: "/rest/v1/rpc/promise_date", fields: new Set(["on"]) },
  { below: "/rest/v1/rpc/suggest_clients", fields: new Set(["search"]) },
  { below: "/rest/v1/rpc/suggest_people", fields: new Set(["search"]) },
  { below: "/auth/v1/", fields: authFields },
];

/** Query parameters: the page's API key, the redirect with its flow id, the signature of a file URL. */
const volatileParameters: ReadonlySet<string> = new Set(["apikey", "redirect_to", "token"]);

/** A date without a time. */
const day = /\b\d{4}-\d{2}-\d{2}\b(?![T ])/g;

interface Way {
  from: RequestSource;
  /** Maps an origin to the name of a service. Undefined leaves an unknown origin as it is. */
  originOf: (origin: string) => string | undefined;
}

/** Converts a request into the form that tapes hold, so that it can be compared. */
export async function normalizeRequest(request: Request, { from, originOf }: Way): Promise<RecordedRequest> {
  const url = new URL(request.url);
  const { fields } = volatileFields.find(({ below }) => url.pathname.startsWith(below)) ?? {};
  const isVolatile = (name: string) => fields?.has(name) ?? false;
  const body = await bodyOf(request, isVolatile);
  return {
    from,
    method: request.method,
    origin: originOf(url.origin) ?? url.origin,
    path: url.pathname,
    query: sorted([...url.searchParams], (name) => volatileParameters.has(name) || isVolatile(name)).map(
      withoutDays,
    ),
    ...(body && { body }),
  };
}

/** One line that identifies a request. Equal requests have equal keys. */
export function requestKey({ from, method, origin, path, query, body }: RecordedRequest): string {
  const parameters = query.map(([name, value]) => `${name}=${value}`).join("&");
  return [from, method, origin, parameters === "" ? path : `${path}?${parameters}`, ...bodyText(body)].join(
    " ",
  );
}

function bodyText(body: RecordedRequest["body"]): string[] {
  return body ? [JSON.stringify(body)] : [];
}

/** Today's date depends on the device's time zone, so dates don't count in a comparison. */
function withoutDays([name, value]: [string, string]): [string, string] {
  return [name, value.replaceAll(day, masked)];
}

async function bodyOf(
  request: Request,
  isVolatile: (name: string) => boolean,
): Promise<RecordedRequest["body"]> {
  const bytes = await request.clone().arrayBuffer();
  if (bytes.byteLength === 0) return undefined;
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
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

/** Masks volatile fields at any depth. */
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
