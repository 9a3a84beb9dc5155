import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask, newAddress, newBrowser, signIn } from "./auth.client.ts";
import { target } from "./target.ts";

covers("GET /auth/v1/.well-known/jwks.json", "GET /rest/v1/{table}", "GET /storage/v1/bucket");

interface Header {
  alg: string;
  kid?: string;
}

/** The header of a token, unverified. */
function headerOf(token: string): Header {
  return JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as Header;
}

async function publishedKeys(): Promise<{ kid: string; alg: string }[]> {
  const { body } = await ask("GET", "/.well-known/jwks.json");
  return (body as { keys: { kid: string; alg: string }[] }).keys;
}

test("a token's key is published, unless the shared secret signed it", async () => {
  const { alg, kid } = headerOf((await signIn(newAddress())).access_token);
  const named = (await publishedKeys()).filter((key) => key.kid === kid);
  expect(named.map((key) => key.alg)).toEqual(alg === "HS256" ? [] : [alg]);
});

test("public keys may be cached for ten minutes", async () => {
  const { headers } = await ask("GET", "/.well-known/jwks.json");
  expect(headers.get("cache-control")).toBe("public, max-age=600");
});

test("the client library tells a session's token from an altered one", async () => {
  const { access_token: token, user } = await signIn(newAddress());
  const { auth } = newBrowser();
  expect((await auth.getClaims(token)).data?.claims).toMatchObject({ sub: user.id, role: "authenticated" });
  const [header = "", , signature = ""] = token.split(".");
  const claims = { sub: user.id, role: "service_role", exp: Math.floor(Date.now() / 1000) + 3600 };
  const changed = [header, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
  expect((await auth.getClaims(changed)).data).toBeNull();
});

test("PostgREST and Storage accept a session's token and refuse an altered one", async () => {
  const { access_token: token } = await signIn(newAddress());
  const { url, anonKey } = target();
  const statuses = async (bearer: string) => {
    const headers = { apikey: anonKey, authorization: `Bearer ${bearer}` };
    const paths = ["/rest/v1/no_table_of_this_name", "/storage/v1/bucket"];
    const responses = await Promise.all(paths.map((path) => fetch(url + path, { headers })));
    return responses.map(({ status }) => status);
  };
  expect(await statuses(token)).toEqual([404, 200]);
  const changed = token.slice(0, token.lastIndexOf(".") + 1) + "A".repeat(86);
  expect(await statuses(changed)).toEqual([401, 400]);
});
