import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask, claimsOf, newAddress, signIn, type Session } from "./auth.client.ts";
import { putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/token?grant_type=refresh_token", "POST /auth/v1/token", "GET /auth/v1/user");

function refresh(token: string) {
  return ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
}

async function refreshed(token: string): Promise<Session> {
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return body as Session;
}

test("a refresh keeps user and session", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  const [before, after] = [claimsOf(first.access_token), claimsOf(second.access_token)];
  expect(after["session_id"]).toBe(before["session_id"]);
  expect(after["amr"]).toEqual(before["amr"]);
  expect(after["aal"]).toBe("aal1");
  expect(second.user.id).toBe(first.user.id);
});

test("a token response has the token's lifetime, and ids in headers", async () => {
  const first = await signIn(newAddress());
  const { headers, body } = await refresh(first.refresh_token);
  const { access_token } = body as Session;
  const { exp, iat, session_id } = claimsOf(access_token);
  expect(body).toMatchObject({
    token_type: "bearer",
    expires_in: Number(exp) - Number(iat),
    expires_at: exp,
    user: { id: first.user.id },
  });
  expect(headers.get("sb-auth-user-id")).toBe(first.user.id);
  expect(headers.get("sb-auth-session-id")).toBe(session_id);
});

test("a refresh whose response was lost returns the same token", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  const again = await refreshed(first.refresh_token);
  expect(again.refresh_token).toBe(second.refresh_token);
});

testWithClock("the parent of the active token works at any time", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  await putForward(3600);
  expect((await refreshed(first.refresh_token)).refresh_token).toBe(second.refresh_token);
});

test("simultaneous refreshes all succeed", async () => {
  const first = await signIn(newAddress());
  const responses = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refresh_token)));
  expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
  const tokens = new Set(responses.map((response) => (response.body as Session).refresh_token));
  expect(tokens.size).toBe(1);
});

/** A session whose first token is two refreshes old, so reusing it is no lost response. */
async function twiceRefreshed() {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  return { first, third: await refreshed(second.refresh_token) };
}

testWithClock("a used token still works for ten seconds", async () => {
  const { first, third } = await twiceRefreshed();
  await putForward(7);
  const late = await refreshed(first.refresh_token);
  expect(late.refresh_token).not.toBe(third.refresh_token);
  await refreshed(third.refresh_token);
  await refreshed(late.refresh_token);
});

testWithClock("after ten seconds a used token ends the session", async () => {
  const { first, third } = await twiceRefreshed();
  await putForward(11);
  for (const token of [first.refresh_token, third.refresh_token, first.refresh_token]) {
    expect(await refresh(token)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_already_used" },
    });
  }
  // The session's row stays, so its access token works until it expires, as on hosted.
  expect(await ask("GET", "/user", { token: third.access_token })).toMatchObject({ status: 200 });
});

testWithClock("reusing an old token revokes the whole session", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  const third = await refreshed(second.refresh_token);
  await putForward(3600);
  const stolen = await refresh(first.refresh_token);
  expect(stolen).toMatchObject({ status: 400, body: { code: "refresh_token_already_used" } });
  expect(await refresh(third.refresh_token)).toMatchObject({
    status: 400,
    body: { code: "refresh_token_already_used" },
  });
});

test("a recently used token gets a new token", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  const third = await refreshed(second.refresh_token);
  const late = await refreshed(first.refresh_token);
  expect(late.refresh_token).not.toBe(third.refresh_token);
  expect(claimsOf(late.access_token)["session_id"]).toBe(claimsOf(third.access_token)["session_id"]);
});

test.each([
  ["too short", "abc"],
  ["of other characters", "ABCDEFGHIJKL"],
  ["too long", "a".repeat(40)],
])("a refresh token that is %s is malformed", async (_what, token) => {
  expect(await refresh(token)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

test("an unknown refresh token is not found", async () => {
  expect(await refresh("aaaaaaaaaaaa")).toMatchObject({
    status: 400,
    body: { code: "refresh_token_not_found" },
  });
});

test("an empty refresh token is malformed", async () => {
  expect(await refresh("")).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

test.each(["", "?grant_type=magic"])("the grant '%s' does not exist", async (query) => {
  expect(await ask("POST", `/token${query}`, { body: {} })).toMatchObject({
    status: 400,
    body: { code: "invalid_credentials", message: "unsupported_grant_type" },
  });
});

test("missing, foreign and forged tokens get different errors", async () => {
  const { access_token } = await signIn(newAddress());
  const [header, payload] = access_token.split(".");
  expect(await ask("GET", "/user", { headers: { authorization: "" } })).toMatchObject({
    body: { code: expect.stringMatching(/^(no_authorization|bad_jwt)$/) },
  });
  const forged = `${header}.${payload}.${"A".repeat(43)}`;
  expect(await ask("GET", "/user", { token: forged })).toMatchObject({
    status: 403,
    body: { code: "bad_jwt" },
  });
  expect(await ask("GET", "/user")).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
});

test("an unsigned token is refused", async () => {
  const { access_token } = await signIn(newAddress());
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  const unsigned = `${header}.${access_token.split(".")[1]}.`;
  expect(await ask("GET", "/user", { token: unsigned })).toMatchObject({
    status: 403,
    body: { code: "bad_jwt" },
  });
});

testWithClock("an access token expires", async () => {
  const session = await signIn(newAddress());
  const { exp, iat } = claimsOf(session.access_token);
  await putForward(Number(exp) - Number(iat) + 1);
  expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({
    status: 403,
    body: { code: "bad_jwt" },
  });
  const { access_token } = await refreshed(session.refresh_token);
  expect(await ask("GET", "/user", { token: access_token })).toMatchObject({ status: 200 });
});
