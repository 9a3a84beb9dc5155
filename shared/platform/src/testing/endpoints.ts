/**
 * All endpoints of the platform, as seen through the gateway. `{name}` is one path segment, `{name+}` the rest of the
 * path. The query is part of the endpoint if the service dispatches on it. The acceptance coverage and the hostile
 * requests use this table, and a test compares it with the services' routes.
 */
export const endpoints = [
  "GET /auth/v1/health",
  "GET /auth/v1/settings",
  "GET /auth/v1/.well-known/jwks.json",
  "POST /auth/v1/signup",
  "POST /auth/v1/otp",
  "POST /auth/v1/recover",
  "POST /auth/v1/resend",
  "GET /auth/v1/verify",
  "POST /auth/v1/verify",
  "POST /auth/v1/token",
  "POST /auth/v1/token?grant_type=password",
  "POST /auth/v1/token?grant_type=pkce",
  "POST /auth/v1/token?grant_type=refresh_token",
  "GET /auth/v1/user",
  "PUT /auth/v1/user",
  "GET /auth/v1/reauthenticate",
  "POST /auth/v1/logout",
  "GET /auth/v1/authorize",
  "GET /auth/v1/callback",
  "POST /auth/v1/callback",
  "GET /auth/v1/user/identities/authorize",
  "DELETE /auth/v1/user/identities/{id}",
  "POST /auth/v1/factors",
  "POST /auth/v1/factors/{id}/challenge",
  "POST /auth/v1/factors/{id}/verify",
  "DELETE /auth/v1/factors/{id}",
  "GET /auth/v1/passkeys",
  "PATCH /auth/v1/passkeys/{id}",
  "DELETE /auth/v1/passkeys/{id}",
  "POST /auth/v1/passkeys/registration/options",
  "POST /auth/v1/passkeys/registration/verify",
  "POST /auth/v1/passkeys/authentication/options",
  "POST /auth/v1/passkeys/authentication/verify",
  "GET /auth/v1/admin/users",
  "POST /auth/v1/admin/users",
  "GET /auth/v1/admin/users/{id}",
  "DELETE /auth/v1/admin/users/{id}",
  "POST /auth/v1/admin/generate_link",
  "GET /rest/v1/",
  "GET /rest/v1/{table}",
  "POST /rest/v1/{table}",
  "PATCH /rest/v1/{table}",
  "DELETE /rest/v1/{table}",
  "POST /rest/v1/rpc/{function}",
  "GET /storage/v1/status",
  "GET /storage/v1/bucket",
  "POST /storage/v1/bucket",
  "GET /storage/v1/bucket/{id}",
  "PUT /storage/v1/bucket/{id}",
  "DELETE /storage/v1/bucket/{id}",
  "POST /storage/v1/bucket/{id}/empty",
  "POST /storage/v1/object/list/{bucket}",
  "POST /storage/v1/object/list-v2/{bucket}",
  "POST /storage/v1/object/move",
  "POST /storage/v1/object/copy",
  "POST /storage/v1/object/{bucket}/{key+}",
  "PUT /storage/v1/object/{bucket}/{key+}",
  "GET /storage/v1/object/{bucket}/{key+}",
  "GET /storage/v1/object/public/{bucket}/{key+}",
  "GET /storage/v1/object/info/public/{bucket}/{key+}",
  "POST /storage/v1/object/sign/{bucket}",
  "POST /storage/v1/object/sign/{bucket}/{key+}",
  "GET /storage/v1/object/sign/{bucket}/{key+}",
  "POST /storage/v1/object/upload/sign/{bucket}/{key+}",
  "PUT /storage/v1/object/upload/sign/{bucket}/{key+}",
  "GET /storage/v1/object/authenticated/{bucket}/{key+}",
  "GET /storage/v1/object/info/{bucket}/{key+}",
  "GET /storage/v1/object/info/authenticated/{bucket}/{key+}",
  "DELETE /storage/v1/object/{bucket}",
  "DELETE /storage/v1/object/{bucket}/{key+}",
  "OPTIONS /storage/v1/upload/resumable",
  "POST /storage/v1/upload/resumable",
  "HEAD /storage/v1/upload/resumable/{upload}",
  "PATCH /storage/v1/upload/resumable/{upload}",
  "DELETE /storage/v1/upload/resumable/{upload}",
] as const;

export type Endpoint = (typeof endpoints)[number];

/** The parsed parts of an endpoint. */
export interface EndpointParts {
  method: string;
  /** With `{name}` placeholders. */
  path: string;
  query: URLSearchParams;
}

export function partsOf(endpoint: Endpoint): EndpointParts {
  const [method = "", target = ""] = endpoint.split(" ");
  const [path = "", query] = target.split("?");
  return { method, path, query: new URLSearchParams(query) };
}

/** The most specific endpoint that matches a request; undefined if none does. */
export function endpointOf(method: string, url: URL): Endpoint | undefined {
  const found = matchers.find((one) => one.method === method && one.matches(url))?.endpoint;
  return found === undefined && method === "HEAD" ? endpointOf("GET", url) : found;
}

const matchers = endpoints
  .map((endpoint) => {
    const { method, path, query } = partsOf(endpoint);
    const pattern = new RegExp(`^${path.split("/").map(segmentPattern).join("/")}$`);
    const literals = path.split("/").filter((part) => !part.startsWith("{")).length;
    return {
      endpoint,
      method,
      weight: literals + query.size,
      matches: (url: URL) =>
        pattern.test(url.pathname) &&
        [...query].every(([name, value]) => url.searchParams.get(name) === value),
    };
  })
  .toSorted((one, other) => other.weight - one.weight);

function segmentPattern(segment: string): string {
  if (!segment.startsWith("{")) return segment.replaceAll(".", String.raw`\.`);
  return segment.endsWith("+}") ? ".+" : "[^/]+";
}
