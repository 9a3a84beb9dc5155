import { expect, test } from "vitest";
import { newAddress, signIn } from "./auth.people.ts";
import { covers } from "./coverage/covers.ts";
import { codesOfRest, restVersion } from "./rest.version.ts";
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

test("the service says which version it is", async () => {
  expect(await restVersion()).toMatch(/^\d+\.\d+/);
});

test("a table that is not there is said to be none", async () => {
  const { unknownTable } = await codesOfRest();
  expect(await ask("GET", "/no_table_of_this_name")).toMatchObject({
    status: 404,
    body: { code: unknownTable },
  });
});

test("a function that is not there is said to be none", async () => {
  expect(await ask("POST", "/rpc/no_function_of_this_name")).toMatchObject({
    status: 404,
    body: { code: "PGRST202" },
  });
});

test("a token that nobody signed, or somebody else, reads nothing", async () => {
  const { access_token: token } = await signIn(newAddress());
  const [head, claims] = token.split(".");
  for (const forged of ["no.token.atall", `${head}.${claims}.${"A".repeat(43)}`]) {
    expect(await ask("GET", "/no_table_of_this_name", { token: forged })).toMatchObject({
      status: 401,
      body: { code: "PGRST301" },
    });
  }
});

testWithClock("a token reads until it expires, and then says so", async () => {
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

test("a request without a key of the platform does not get through", async () => {
  expect((await fetch(`${target().url}/rest/v1/no_table_of_this_name`)).status).toBe(401);
});
