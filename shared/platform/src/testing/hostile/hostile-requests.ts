import * as fc from "fast-check";
import { type Endpoint, endpoints, partsOf } from "../endpoints.ts";

/** Valid values for requests, so that not every one is rejected at the first check. */
export interface Known {
  host: string;
  anonKey: string;
  serviceKey: string;
  /** Valid until a request signs the user out. */
  accessToken: string;
  refreshToken: string;
  userId: string;
  email: string;
  bucket: string;
  key: string;
}

export interface HostileRequest {
  endpoint: Endpoint;
  /** The complete request as sent. */
  bytes: Buffer;
  /** The sender disconnects before it has sent `content-length` bytes. */
  cut: boolean;
}

/** Generates `count` malformed or malicious requests to random endpoints; the same seed yields the same requests. */
export function hostileRequests(known: Known, { seed, count }: { seed: number; count: number }) {
  return fc.sample(requestTo(known), { seed, numRuns: count });
}

const hostileText = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202egnp.exe",
  "😀",
  "' or 1=1 --",
  '"; drop table auth.users; --',
  "../../../etc/passwd",
  "..",
  "%00",
  "%ff%fe",
  "__proto__",
  "constructor",
  "null",
  "-1",
  "1e400",
  "9".repeat(30),
  "infinity",
  "2024-13-45",
  "00000000-0000-0000-0000-000000000000",
  "x".repeat(3000),
  "<script>alert(1)</script>",
  "https://evil.example/",
];

const text = fc.oneof(
  fc.constantFrom(...hostileText),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string(),
);

const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [[]], { a: null }) },
);

/** Valid values of the fields that endpoints read. */
function fieldsOf(known: Known): Record<string, readonly unknown[]> {
  const uuid = [known.userId, "00000000-0000-4000-8000-000000000000"];
  return {
    email: [known.email, "new@hostile.example", "NEW@HOSTILE.EXAMPLE"],
    phone: ["+491701234567"],
    password: ["a long enough password 1", "short"],
    current_password: ["a long enough password 1"],
    data: [{ name: "Ada" }, { name: null }],
    user_metadata: [{ name: "Ada" }],
    create_user: [true, false],
    code_challenge: ["x".repeat(43)],
    code_challenge_method: ["s256", "plain"],
    code_verifier: ["x".repeat(43)],
    auth_code: uuid,
    refresh_token: [known.refreshToken, "abcdefghijkl"],
    type: ["signup", "email", "recovery", "magiclink", "email_change", "invite"],
    token: ["123456"],
    token_hash: ["ab".repeat(28), `pkce_${"ab".repeat(28)}`],
    nonce: ["123456"],
    factor_type: ["totp", "phone"],
    friendly_name: ["Phone"],
    issuer: ["Sheaf"],
    challenge_id: uuid,
    code: ["123456"],
    credential: [{ id: "a", rawId: "a", type: "public-key", response: {} }],
    email_confirm: [true],
    should_soft_delete: [true, false],
    id: [known.userId, known.bucket],
    name: [known.bucket, "bucket"],
    public: [true, false],
    file_size_limit: [1000, "1MB"],
    allowed_mime_types: [["text/plain"], ["image/*"]],
    prefixes: [[known.key], [], ["a", "b"]],
    prefix: ["", "folder"],
    limit: [10, 0],
    offset: [0],
    sortBy: [{ column: "name", order: "asc" }],
    expiresIn: [60],
    paths: [[known.key]],
    bucketId: [known.bucket],
    sourceKey: [known.key],
    destinationKey: ["moved"],
  };
}

/** Fields that each endpoint reads, by path prefix. The first matching prefix counts. */
const fieldsByPrefix: readonly [prefix: string, names: readonly string[]][] = [
  ["/auth/v1/signup", ["email", "password", "data", "code_challenge", "code_challenge_method"]],
  ["/auth/v1/otp", ["email", "data", "create_user", "code_challenge", "code_challenge_method"]],
  ["/auth/v1/recover", ["email", "code_challenge", "code_challenge_method"]],
  ["/auth/v1/resend", ["type", "email", "code_challenge", "code_challenge_method"]],
  ["/auth/v1/verify", ["type", "email", "token", "token_hash"]],
  ["/auth/v1/token", ["email", "password", "auth_code", "code_verifier", "refresh_token"]],
  ["/auth/v1/user", ["email", "password", "data", "nonce", "code_challenge", "code_challenge_method"]],
  ["/auth/v1/factors", ["factor_type", "friendly_name", "issuer", "challenge_id", "code"]],
  ["/auth/v1/passkeys", ["challenge_id", "credential", "friendly_name"]],
  ["/auth/v1/admin/generate_link", ["type", "email", "data"]],
  ["/auth/v1/admin", ["email", "password", "user_metadata", "email_confirm"]],
  ["/storage/v1/bucket", ["id", "name", "public", "file_size_limit", "allowed_mime_types"]],
  [
    "/storage/v1/object",
    [
      "prefixes",
      "prefix",
      "limit",
      "offset",
      "sortBy",
      "expiresIn",
      "paths",
      "bucketId",
      "sourceKey",
      "destinationKey",
    ],
  ],
];

/** Gets valid values only: the real service answers 500 to an unknown method. */
const validOnlyField = "code_challenge_method";

const encodedJson = (known: Known, path: string) => {
  const names = fieldsByPrefix.find(([prefix]) => path.startsWith(prefix))?.[1];
  const fields = Object.entries(fieldsOf(known)).filter(([name]) => names?.includes(name) ?? true);
  const field = fc
    .constantFrom(...fields)
    .chain(([name, right]) =>
      fc
        .oneof(
          { weight: 8, arbitrary: fc.constantFrom(...right) },
          { weight: name === validOnlyField ? 0 : 2, arbitrary: anything },
        )
        .map((value) => [name, value] as const),
    );
  return fc.array(field, { maxLength: 6 }).map((list) => JSON.stringify(Object.fromEntries(list)));
};

/** Bodies of any kind, whose content type may be wrong. */
const bodies = (known: Known, path: string) => {
  const json = encodedJson(known, path);
  const form = fc
    .tuple(text, fc.constantFrom("text/plain", "image/png", "\u00ff"), fc.uint8Array({ maxLength: 300 }))
    .map(([name, mime, bytes]) => formOf(name, mime, bytes));
  return fc.oneof(
    { weight: 12, arbitrary: json.map((body) => ({ type: "application/json", body: Buffer.from(body) })) },
    {
      weight: 2,
      arbitrary: fc.tuple(json, fc.double({ min: 0, max: 1, noNaN: true })).map(([body, at]) => ({
        type: "application/json",
        body: Buffer.from(body.slice(0, body.length * at)),
      })),
    },
    {
      weight: 2,
      arbitrary: fc.json().map((body) => ({ type: "application/json", body: Buffer.from(body) })),
    },
    {
      weight: 1,
      arbitrary: fc.constant({ type: "application/json", body: Buffer.from("[".repeat(50_000)) }),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom("text/plain", "image/png", "application/x-www-form-urlencoded", "", "a/b/c;;="),
          fc.uint8Array({ maxLength: 500 }),
        )
        .map(([type, bytes]) => ({ type, body: Buffer.from(bytes) })),
    },
    { weight: 2, arbitrary: form },
    {
      weight: 1,
      arbitrary: fc
        .tuple(form, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([{ type, body }, at]) => ({ type, body: body.subarray(0, body.length * at) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          "multipart/form-data",
          "multipart/form-data; boundary=",
          "multipart/form-data; boundary=other",
        )
        .map((type) => ({ type, body: Buffer.from("--boundary\r\n") })),
    },
  );
};

const tooLarge = { type: "application/json", body: Buffer.from(`{"email":"${"x".repeat(1_200_000)}"}`) };

function formOf(name: string, mime: string, bytes: Uint8Array) {
  const head = `--hostile\r\ncontent-disposition: form-data; name="cacheControl"\r\n\r\n${name}\r\n--hostile\r\ncontent-disposition: form-data; name=""; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`;
  return {
    type: "multipart/form-data; boundary=hostile",
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--hostile--\r\n")]),
  };
}

/** API key and token, mostly of the same caller. */
const credentials = (known: Known) => {
  const person = { key: known.anonKey, token: `Bearer ${known.accessToken}` };
  const service = { key: known.serviceKey, token: `Bearer ${known.serviceKey}` };
  const nobody = { key: known.anonKey, token: `Bearer ${known.anonKey}` };
  const forged = Buffer.from(JSON.stringify({ sub: known.userId, role: "service_role" })).toString(
    "base64url",
  );
  const wrong = fc.constantFrom(
    "",
    "Bearer",
    "Bearer  ",
    "Basic YTpi",
    `Bearer ${"e30.".repeat(3)}`,
    `Bearer eyJhbGciOiJub25lIn0.${forged}.`,
    `Bearer ${known.accessToken}x`,
    `Bearer ${"x".repeat(5000)}`,
    "Bearer \u00ff\u00fe",
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(person, person, service, service, nobody) },
    { weight: 1, arbitrary: wrong.map((token) => ({ key: known.anonKey, token })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(undefined, "", "sb_publishable_wrong", "\u00ff")
        .map((key) => ({ key, token: person.token })),
    },
  );
};

/** Other headers that some service reads, and malformed ones. */
const extraHeaders = fc.array(
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.constantFrom(
        "x-supabase-api-version: 2024-01-01",
        "x-supabase-api-version: 9999-99-99",
        "x-upsert: true",
        "x-upsert: maybe",
        "x-metadata: e30=",
        "x-metadata: !!!!",
        `x-metadata: ${Buffer.from('{"a":"\\u0000"}').toString("base64")}`,
        "cache-control: max-age=\u00ff",
        "range: bytes=0-1",
        "range: bytes=-0",
        "range: bytes=9-1,3-4",
        `range: bytes=${"9".repeat(40)}-`,
        "if-none-match: *",
        'if-none-match: "',
        "if-modified-since: yesterday",
        "prefer: return=representation,count=exact",
        "prefer: tx=rollback",
        "accept-profile: auth",
        "content-profile: storage",
        "accept: application/vnd.pgrst.object+json",
        "x-client-info: \u00e4",
        "x-forwarded-host: evil.example",
        "x-forwarded-for: 1.2.3.4, a, \u00ff",
        "x-forwarded-proto: javascript",
        "origin: null",
        "referer: not an address",
        "redirect_to: //evil.example",
        "accept-encoding: gzip;q=a",
        "tus-resumable: 1.0.0",
        "tus-resumable: 9",
        "upload-length: 5",
        "upload-length: -5",
        `upload-length: ${"9".repeat(25)}`,
        "upload-defer-length: 1",
        "upload-offset: 0",
        "upload-offset: x",
        "upload-metadata: bucketName aG9zdGlsZQ==,objectName YS90dXM=,contentType dGV4dC9wbGFpbg==",
        "upload-metadata: bucketName,objectName =,,",
        "content-encoding: gzip",
        "expect: 100-continue",
        "te: trailers",
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom("x-upsert", "range", "prefer", "redirect_to", "upload-metadata", "x-robots-tag"),
          text,
        )
        // Node's parser rejects all other characters.
        .map(([name, value]) => `${name}: ${value.replaceAll(/[^\t -~\u0080-\u00ff]/g, "?")}`),
    },
    { weight: 1, arbitrary: fc.constantFrom("no colon", ": no name", "a b: c", "x-null: a\u0000b") },
  ),
  { maxLength: 3 },
);

const queries = (known: Known) =>
  fc.array(
    fc.oneof(
      fc.constantFrom(
        "redirect_to=https%3A%2F%2Fevil.example",
        "redirect_to=%ff",
        "type=magiclink",
        "token=abc",
        `token=pkce_${"ab".repeat(28)}`,
        "scope=global",
        "scope=others",
        "provider=keycloak",
        "provider=constructor",
        "skip_http_redirect=true",
        "state=00000000-0000-0000-0000-000000000000",
        "code=a",
        "error=x&error_description=%00",
        "page=-1&per_page=0",
        "page=1e9&per_page=99999999999999",
        "filter=%25%5f%00",
        "select=*,x(*)",
        "select=%28%28",
        "order=id.desc.nullsfirst",
        "limit=-1",
        "offset=99999999999999999999",
        "id=eq.%00",
        "and=(a.eq.1",
        "on_conflict=id",
        "download=%22%0d%0aa",
        "download=",
        "token=%ff",
        `apikey=${known.anonKey}`,
        "grant_type=web3",
        "&&=&",
      ),
      fc.tuple(text, text).map(([name, value]) => `${encoded(name)}=${encoded(value)}`),
    ),
    { maxLength: 3 },
  );

const encoded = (value: string) => encodeURIComponent(value.toWellFormed());

/** One encoded path segment, mostly one that exists. */
const pathParts = (known: Known, name: string) => {
  const right: Record<string, readonly string[]> = {
    id: [known.userId, known.bucket],
    bucket: [known.bucket, known.bucket, "documents"],
    key: [known.key, "folder/other.txt", "new.txt"],
    table: ["requests", "profiles", "workspaces"],
    function: ["my_access", "peek_request", "create_workspace"],
  };
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(right[name] ?? [known.userId])) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("%00", "%ff", "%zz", "..%2f..", "%2e%2e", "a%2fb", "*", "%20", "info"),
    },
    { weight: 1, arbitrary: text.map(encoded) },
  );
};

const targetOf = (known: Known, path: string, query: URLSearchParams) =>
  fc
    .tuple(
      fc.tuple(
        ...path.split("/").map((part) => {
          const name = /^\{(\w+)\+?\}$/.exec(part)?.[1];
          return name === undefined ? fc.constant(part) : pathParts(known, name);
        }),
      ),
      queries(known),
    )
    .map(([parts, extra]) => [parts.join("/"), [query.toString(), ...extra].filter(Boolean).join("&")])
    .map(([fullPath = "", search = ""]) => (search === "" ? fullPath : `${fullPath}?${search}`));

function requestTo(known: Known): fc.Arbitrary<HostileRequest> {
  return fc.constantFrom(...endpoints).chain((endpoint) => {
    const { method, path, query } = partsOf(endpoint);
    const hasBody = !["GET", "HEAD", "OPTIONS"].includes(method);
    return fc
      .record({
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE") },
        ),
        target: targetOf(known, path, query),
        shown: credentials(known),
        extra: extraHeaders,
        sent: fc.oneof(
          { weight: hasBody ? 60 : 3, arbitrary: bodies(known, path) },
          { weight: 1, arbitrary: fc.constant(tooLarge) },
          { weight: hasBody ? 6 : 60, arbitrary: fc.constant(undefined) },
        ),
        ending: fc.oneof(
          { weight: 12, arbitrary: fc.constant("whole" as const) },
          { weight: 1, arbitrary: fc.constantFrom("cut" as const, "chunked" as const) },
        ),
      })
      .map(({ ending, ...request }) => ({
        endpoint,
        bytes: bytesOf(known.host, request, ending),
        cut: ending === "cut",
      }));
  });
}

interface Wire {
  method: string;
  target: string;
  shown: { key: string | undefined; token: string };
  extra: readonly string[];
  sent: { type: string; body: Buffer } | undefined;
}

function bytesOf(host: string, request: Wire, ending: "whole" | "cut" | "chunked"): Buffer {
  const { sent, shown } = request;
  const body = sent?.body ?? Buffer.alloc(0);
  const framing =
    ending === "chunked"
      ? "transfer-encoding: chunked"
      : `content-length: ${body.length + (ending === "cut" ? 1000 : 0)}`;
  const head = [
    `${request.method} ${request.target} HTTP/1.1`,
    `host: ${host}`,
    "connection: close",
    ...(shown.key === undefined ? [] : [`apikey: ${shown.key}`]),
    ...(shown.token === "" ? [] : [`authorization: ${shown.token}`]),
    ...(sent === undefined ? [] : [`content-type: ${sent.type}`]),
    ...request.extra,
    ...(sent === undefined && ending === "whole" ? [] : [framing]),
  ].join("\r\n");
  const framed =
    ending === "chunked"
      ? Buffer.concat([
          Buffer.from(body.length === 0 ? "" : `${body.length.toString(16)}\r\n`),
          body,
          Buffer.from(body.length === 0 ? "0\r\n\r\n" : "\r\n0\r\n\r\n"),
        ])
      : body;
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), framed]);
}
