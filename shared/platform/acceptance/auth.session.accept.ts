import { expect, test } from "vitest";
import { apiVersion, ask, claimsOf, newAddress, newBrowser, signIn, type Session } from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

function refresh(token: string) {
  return ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
}

async function refreshed(token: string): Promise<Session> {
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return body as Session;
}

test("a session is refreshed without changing who or which it is", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  const [before, after] = [claimsOf(first.access_token), claimsOf(second.access_token)];
  expect(after["session_id"]).toBe(before["session_id"]);
  expect(after["amr"]).toEqual(before["amr"]);
  expect(after["aal"]).toBe("aal1");
  expect(second.user.id).toBe(first.user.id);
});

test("a browser whose answer was lost gets the same token again", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  const again = await refreshed(first.refresh_token);
  expect(again.refresh_token).toBe(second.refresh_token);
});

testWithClock("that holds however late it comes back", async () => {
  const first = await signIn(newAddress());
  const second = await refreshed(first.refresh_token);
  await putForward(3600);
  expect((await refreshed(first.refresh_token)).refresh_token).toBe(second.refresh_token);
});

test("two cold tabs that refresh at once both stay signed in", async () => {
  const first = await signIn(newAddress());
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refresh_token)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  const tokens = new Set(answers.map((answer) => (answer.body as Session).refresh_token));
  expect(tokens.size).toBe(1);
});

testWithClock("a token used long ago ends the session for whoever holds it", async () => {
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

test("a token used a moment ago is still answered, with one of its own", async () => {
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
])("a refresh token that is %s is not one", async (_what, token) => {
  expect(await refresh(token)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

test("an unknown refresh token is told from a malformed one", async () => {
  expect(await refresh("aaaaaaaaaaaa")).toMatchObject({
    status: 400,
    body: { code: "refresh_token_not_found" },
  });
});

test("no refresh token at all is refused in the words of the OAuth standard", async () => {
  const { status, body } = await refresh("");
  expect(status).toBe(400);
  expect(body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
});

test.each(["", "?grant_type=magic"])("the grant '%s' does not exist", async (query) => {
  expect(await ask("POST", `/token${query}`, { body: {} })).toMatchObject({
    status: 400,
    body: { code: "invalid_credentials", message: "unsupported_grant_type" },
  });
});

testWithClock("signing out everywhere ends every session at once", async () => {
  const email = newAddress();
  const [one, two] = await twoSessions(email);
  expect(await ask("POST", "/logout", { token: one.access_token })).toMatchObject({ status: 204 });
  for (const session of [one, two]) {
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
    expect(await refresh(session.refresh_token)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_not_found" },
    });
  }
});

testWithClock("signing out here leaves the other device signed in", async () => {
  const [here, there] = await twoSessions(newAddress());
  expect(await ask("POST", "/logout?scope=local", { token: here.access_token })).toMatchObject({
    status: 204,
  });
  expect(await ask("GET", "/user", { token: here.access_token })).toMatchObject({ status: 403 });
  expect(await ask("GET", "/user", { token: there.access_token })).toMatchObject({ status: 200 });
});

testWithClock("signing the others out keeps this device signed in", async () => {
  const [here, there] = await twoSessions(newAddress());
  expect(await ask("POST", "/logout?scope=others", { token: here.access_token })).toMatchObject({
    status: 204,
  });
  expect(await ask("GET", "/user", { token: here.access_token })).toMatchObject({ status: 200 });
  expect(await ask("GET", "/user", { token: there.access_token })).toMatchObject({ status: 403 });
});

test("a scope that does not exist signs nobody out", async () => {
  const session = await signIn(newAddress());
  expect(await ask("POST", "/logout?scope=universe", { token: session.access_token })).toMatchObject({
    status: 400,
  });
  expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({ status: 200 });
});

test("a client that signs out is signed out, and its next question says so", async () => {
  const email = newAddress();
  const { access_token, refresh_token } = await signIn(email);
  const browser = newBrowser();
  await browser.auth.setSession({ access_token, refresh_token });
  expect((await browser.auth.signOut()).error).toBeNull();
  expect((await browser.auth.getSession()).data.session).toBeNull();
  expect(await ask("GET", "/user", { token: access_token })).toMatchObject({ status: 403 });
});

test("nobody, a stranger's token and a forged one are told apart", async () => {
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

test("an unsigned token is a forged one", async () => {
  const { access_token } = await signIn(newAddress());
  const header = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  const unsigned = `${header}.${access_token.split(".")[1]}.`;
  expect(await ask("GET", "/user", { token: unsigned })).toMatchObject({
    status: 403,
    body: { code: "bad_jwt" },
  });
});

testWithClock("an access token ends when it says so", async () => {
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

test("an error carries its code in the form that the caller's version knows", async () => {
  const dated = await ask("POST", "/verify", { body: { type: "email", token_hash: "ab" } });
  expect(dated.body).toEqual({ code: "otp_expired", message: "Email link is invalid or has expired" });
  expect(dated.headers.get("x-supabase-api-version")).toBe(apiVersion["X-Supabase-Api-Version"]);
  expect(dated.headers.get("x-sb-error-code")).toBe("otp_expired");
  const body = { type: "email", token_hash: "ab" };
  const older = await ask("POST", "/verify", { body, headers: { "X-Supabase-Api-Version": "2023-01-01" } });
  expect(older.body).toEqual({
    code: 403,
    error_code: "otp_expired",
    msg: "Email link is invalid or has expired",
  });
  expect(older.headers.get("x-supabase-api-version")).toBeNull();
  expect(older.headers.get("x-sb-error-code")).toBe("otp_expired");
});

test("a page can ask what it may offer", async () => {
  const { status, body } = await ask("GET", "/settings");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    saml_enabled: false,
  });
});

test("the service says that it is alive", async () => {
  expect(await ask("GET", "/health")).toMatchObject({ status: 200, body: { name: "GoTrue" } });
});

test("keys that are secret are never published", async () => {
  const { status, body } = await ask("GET", "/.well-known/jwks.json");
  expect(status).toBe(200);
  for (const key of (body as { keys: Record<string, unknown>[] }).keys) {
    expect(key["kty"]).not.toBe("oct");
    expect(key).not.toHaveProperty("d");
  }
});

async function twoSessions(email: string): Promise<[Session, Session]> {
  const one = await signIn(email);
  await putForward(mailInterval);
  return [one, await signIn(email)];
}
