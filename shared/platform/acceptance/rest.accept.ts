import { expect, test } from "vitest";
import { newAddress, signIn } from "./auth.client.ts";
import { covers } from "./coverage/covers.ts";
import { target } from "./target.ts";
import { putForward, testWithClock } from "./with-clock.ts";

covers("GET /rest/v1/", "GET /rest/v1/{table}", "POST /rest/v1/rpc/{function}");

async function ask(method: string, path: string, { token = target().anonKey, key = target().anonKey } = {}) {
  const response = await fetch(`${target().url}/rest/v1${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(method === "POST" && { body: "{}" }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}

test("the root returns PostgREST's version", async () => {
  expect(await restVersion()).toMatch(/^\d+\.\d+/);
});

test("an unknown table is rejected", async () => {
  const { unknownTable } = await codesOfRest();
  expect(await ask("GET", "/no_table_of_this_name")).toMatchObject({
    status: 404,
    body: { code: unknownTable },
  });
});

test("an unknown function is rejected", async () => {
  expect(await ask("POST", "/rpc/no_function_of_this_name")).toMatchObject({
    status: 404,
    body: { code: "PGRST202" },
  });
});

test("unsigned and foreign tokens are rejected", async () => {
  const { access_token: token } = await signIn(newAddress());
  const [head, claims] = token.split(".");
  for (const forged of ["no.token.atall", `${head}.${claims}.${"A".repeat(43)}`]) {
    expect(await ask("GET", "/no_table_of_this_name", { token: forged })).toMatchObject({
      status: 401,
      body: { code: "PGRST301" },
    });
  }
});

testWithClock("an expired token is refused", async () => {
  const { access_token: token, expires_at: end } = await signIn(newAddress());
  const { expiredToken, unknownTable } = await codesOfRest();
  expect(await ask("GET", "/no_table_of_this_name", { token })).toMatchObject({
    body: { code: unknownTable },
  });
  const skew = 60;
  await putForward(end - Math.floor(Date.now() / 1000) + skew);
  expect(await ask("GET", "/no_table_of_this_name", { token })).toMatchObject({
    status: 401,
    body: { code: expiredToken },
  });
});

test("a request without a key is rejected", async () => {
  expect((await fetch(`${target().url}/rest/v1/no_table_of_this_name`)).status).toBe(401);
});

/** PostgREST's version as reported, such as `12.0.2`. */
async function restVersion({ url, serviceKey } = target()): Promise<string> {
  const response = await fetch(`${url}/rest/v1/`, {
    headers: { apikey: serviceKey, authorization: `Bearer ${serviceKey}` },
  });
  const description = (await response.json()) as { info?: { version?: string } };
  const version = /^\d+(\.\d+)*/.exec(description.info?.version ?? "")?.[0];
  if (version === undefined) throw new Error(`${url}/rest/v1/ doesn't return its version`);
  return version;
}

/** Version 13 added codes for expired tokens and unknown tables. */
async function codesOfRest(): Promise<{ expiredToken: string; unknownTable: string }> {
  const [major] = (await restVersion()).split(".");
  return Number(major) < 13
    ? { expiredToken: "PGRST301", unknownTable: "42P01" }
    : { expiredToken: "PGRST303", unknownTable: "PGRST205" };
}
