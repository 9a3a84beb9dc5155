import { expect, test } from "vitest";
import { answerAtLocalAccount } from "../src/testing/local-account.client.ts";
import { covers } from "./coverage/covers.ts";
import { ask, callback, claimsOf, codeOf, newAddress, newBrowser, nextMail, signIn } from "./auth.people.ts";
import {
  authorizePath,
  begin,
  comeBack,
  exchange,
  goThrough,
  problemOf,
  signInAtProvider,
  testWithProvider,
  type ExternalSession,
} from "./auth.provider.ts";
import { target } from "./target.ts";
import { putForward } from "./with-clock.ts";

covers("GET /auth/v1/authorize", "GET /auth/v1/callback", "POST /auth/v1/callback", "GET /auth/v1/settings");

/** Where someone without a flow ends up: the site. */
async function lostAt(path: string, init: RequestInit = {}): Promise<URL> {
  const answer = await fetch(`${target().url}/auth/v1${path}`, { ...init, redirect: "manual" });
  expect(answer.status).toBe(303);
  const landed = new URL(answer.headers.get("location") ?? "");
  expect(landed.hash).toBe("");
  return landed;
}

testWithProvider(
  "someone new signs in at the provider and has an account with a proven address",
  async () => {
    const email = newAddress();
    const session = await signInAtProvider({ email, name: "Ada Example" });
    expect(session.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String) as string,
      app_metadata: { provider: "keycloak", providers: ["keycloak"] },
      user_metadata: { email, name: "Ada Example", full_name: "Ada Example", email_verified: true },
      identities: [{ provider: "keycloak", email }],
    });
    expect(session.provider_token).toEqual(expect.any(String));
    expect(claimsOf(session.access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "oauth" }] });
  },
);

testWithProvider("a browser's own client makes the way there and back", async () => {
  const email = newAddress();
  const browser = newBrowser();
  const { data } = await browser.auth.signInWithOAuth({
    provider: "keycloak",
    options: { redirectTo: callback, skipBrowserRedirect: true, scopes: "openid" },
  });
  const begun = await fetch(data.url ?? "", { redirect: "manual" });
  const landed = await comeBack(await answerAtLocalAccount(begun.headers.get("location") ?? "", { email }));
  expect(landed.origin + landed.pathname).toBe("http://127.0.0.1:3000/auth/callback");
  expect(landed.searchParams.get("next")).toBe("/inbox");
  const arrived = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
  expect(arrived.error).toBeNull();
  expect(arrived.data.user?.email).toBe(email);
  expect(arrived.data.session?.provider_token).toEqual(expect.any(String));
});

testWithProvider("the provider learns nothing but whom it sends back where", async () => {
  const { providerUrl } = await begin({ login_hint: "ada", client_id: "other", state: "mine" });
  const asked = Object.fromEntries(new URL(providerUrl).searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    redirect_uri: `${target().url}/auth/v1/callback`,
    scope: expect.stringMatching(/\bprofile\b.*\bemail\b/) as string,
    state: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    login_hint: "ada",
  });
  expect(asked["client_id"]).not.toBe("other");
  expect(asked).not.toHaveProperty("code_challenge");
});

testWithProvider("who comes again comes to the same account, with what the provider says now", async () => {
  const email = newAddress();
  const first = await signInAtProvider({ email, name: "Ada" });
  const second = await signInAtProvider({ email, name: "Ada Lovelace" });
  expect(second.user.id).toBe(first.user.id);
  expect(second.user.identities).toHaveLength(1);
  expect(second.user.user_metadata).toMatchObject({ name: "Ada Lovelace" });
});

testWithProvider("without an exchange the session comes in the fragment", async () => {
  const email = newAddress();
  const { status, headers } = await ask("GET", authorizePath({}));
  expect(status).toBe(302);
  const landed = await comeBack(await answerAtLocalAccount(headers.get("location") ?? "", { email }));
  expect(landed.searchParams.has("code")).toBe(false);
  const { fragment } = problemOf(landed);
  expect(fragment).toMatchObject({
    token_type: "bearer",
    provider_token: expect.any(String) as string,
    refresh_token: expect.any(String) as string,
  });
  expect(fragment).not.toHaveProperty("error");
  const user = await ask("GET", "/user", { token: fragment["access_token"] ?? "" });
  expect(user).toMatchObject({ status: 200, body: { email } });
});

testWithProvider("a proven account gets the identity of its own verified address", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  const session = await signInAtProvider({ email });
  expect(session.user.id).toBe(user.id);
  expect(session.user.identities.map(({ provider }) => provider)).toEqual(["email", "keycloak"]);
  expect(session.user.app_metadata).toEqual({ provider: "email", providers: ["email", "keycloak"] });
});

testWithProvider("an address in other letters is the same address", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  expect((await signInAtProvider({ email: email.toUpperCase() })).user.id).toBe(user.id);
});

testWithProvider("whoever signed up first with a stranger's address loses all they put there", async () => {
  const email = newAddress();
  const password = "the attacker's own";
  const data = { note: "from the attacker" };
  const signedUp = await ask("POST", "/signup", { body: { email, password, data } });
  expect(signedUp.status).toBe(200);
  const mail = await nextMail(email);
  const session = await signInAtProvider({ email, name: "The owner" });
  expect(session.user.id).toBe((signedUp.body as { id: string }).id);
  expect(session.user.identities.map(({ provider }) => provider)).toEqual(["keycloak"]);
  expect(session.user.app_metadata).toEqual({ provider: "keycloak", providers: ["keycloak"] });
  expect(session.user.user_metadata).toMatchObject({ name: "The owner", email_verified: true });
  const byPassword = await ask("POST", "/token?grant_type=password", { body: { email, password } });
  expect(byPassword).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
  const byCode = await ask("POST", "/verify", { body: { type: "email", email, token: codeOf(mail) } });
  expect(byCode).toMatchObject({ status: 403, body: { code: "otp_expired" } });
});

testWithProvider("an address that the provider has not verified waits for its mail", async () => {
  const email = newAddress();
  const { landed } = await goThrough({ email, verified: false });
  const problem = {
    error: "access_denied",
    error_code: "provider_email_needs_verification",
    error_description: expect.stringContaining("A confirmation email has been sent") as string,
  };
  expect(problemOf(landed)).toEqual({
    query: { ...problem, next: "/inbox" },
    fragment: { ...problem, sb: "" },
  });
  const token = codeOf(await nextMail(email));
  const verified = await ask("POST", "/verify", { body: { type: "email", email, token } });
  expect(verified.status).toBe(200);
  const session = await signInAtProvider({ email, verified: false });
  expect(session.user.id).toBe((verified.body as ExternalSession).user.id);
});

testWithProvider("an unverified address never leads into the account that has it", async () => {
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  const { landed } = await goThrough({ email, verified: false });
  expect(landed.searchParams.get("error_code")).toBe("provider_email_needs_verification");
  expect(landed.searchParams.has("code")).toBe(false);
  const { body } = await ask("GET", "/user", { token });
  expect((body as ExternalSession["user"]).identities.map(({ provider }) => provider)).toEqual(["email"]);
});

testWithProvider("who refuses at the provider comes back with its refusal, and may try again", async () => {
  const { callbackUrl, landed } = await goThrough("refuse");
  const problem = { error: "access_denied", error_description: expect.any(String) as string };
  expect(problemOf(landed)).toEqual({
    query: { ...problem, next: "/inbox" },
    fragment: { ...problem, sb: "" },
  });
  expect(landed.origin + landed.pathname).toBe("http://127.0.0.1:3000/auth/callback");
  expect(new URL(callbackUrl).searchParams.get("state")).toEqual(expect.any(String));
});

testWithProvider("a way back works once", async () => {
  const { callbackUrl } = await goThrough({ email: newAddress() });
  const again = await lostAt(`/callback${callbackUrl.search}`);
  expect(problemOf(again).query).toMatchObject({
    error: "invalid_request",
    error_code: "flow_state_already_used",
  });
});

testWithProvider("a code of the provider that is none is no way in", async () => {
  const { providerUrl } = await begin();
  const state = new URL(providerUrl).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ state, code: "made-up-by-someone" });
  const landed = await comeBack(new URL(`${target().url}/auth/v1/callback?${query.toString()}`));
  expect(problemOf(landed).query).toMatchObject({
    error: "server_error",
    error_code: "unexpected_failure",
    error_description: "Unable to exchange external code: made",
  });
  const empty = await comeBack(new URL(`${target().url}/auth/v1/callback?state=${state}`));
  expect(problemOf(empty).query).toMatchObject({
    error: "invalid_request",
    error_code: "bad_oauth_callback",
  });
});

testWithProvider("a provider may post its answer", async () => {
  const { verifier, providerUrl } = await begin();
  const callbackUrl = await answerAtLocalAccount(providerUrl, { email: newAddress() });
  const { status, headers } = await fetch(new URL(callbackUrl.pathname, callbackUrl), {
    method: "POST",
    body: callbackUrl.searchParams,
    redirect: "manual",
  });
  expect(status).toBe(302);
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

test("a way back that nobody began leads to the site with its reason", async () => {
  for (const [path, code] of [
    ["/callback", "bad_oauth_callback"],
    ["/callback?code=one", "bad_oauth_callback"],
    ["/callback?code=one&state=two", "bad_oauth_state"],
    ["/callback?code=one&state=8f14e45f-ce0a-4f2b-9d0b-2f2a2f0e1111", "bad_oauth_state"],
    ["/callback?error=access_denied&state=two", "bad_oauth_state"],
  ] as const) {
    const landed = await lostAt(path);
    expect(landed.searchParams.get("error")).toBe("invalid_request");
    expect(landed.searchParams.get("error_code")).toBe(code);
  }
  expect((await lostAt("/callback", { method: "POST", body: "" })).searchParams.get("error_code")).toBe(
    "bad_oauth_callback",
  );
});

test("a provider that is off or unknown is answered in words", async () => {
  for (const provider of ["", "azure", "nobody"]) {
    const answer = await ask("GET", authorizePath({ provider }));
    expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    expect((answer.body as { message: string }).message).toMatch(/^Unsupported provider: /);
  }
});

testWithProvider("half of an exchange, or one of an unknown kind, is refused before leaving", async () => {
  for (const parameters of [
    { code_challenge: "a".repeat(43) },
    { code_challenge_method: "s256" },
    { code_challenge: "short", code_challenge_method: "s256" },
    { code_challenge: "a".repeat(43), code_challenge_method: "rot13" },
  ]) {
    const answer = await ask("GET", authorizePath(parameters));
    expect(answer).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  }
});

testWithProvider("nobody is sent to a place that is not allowed", async () => {
  const { providerUrl } = await begin({ redirect_to: "https://elsewhere.example/" });
  const landed = await comeBack(await answerAtLocalAccount(providerUrl, { email: newAddress() }));
  expect(landed.hostname).not.toBe("elsewhere.example");
  expect(landed.searchParams.get("code")).toEqual(expect.any(String));
});

testWithProvider("the code is for the browser that began, once", async () => {
  const { verifier, landed } = await goThrough({ email: newAddress() });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, "x".repeat(64))).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
  expect(await exchange(code, verifier)).toMatchObject({
    status: 404,
    body: { code: "flow_state_not_found" },
  });
});

testWithProvider("who stays at the provider longer than five minutes starts anew", async () => {
  const late = await begin();
  const callbackUrl = await answerAtLocalAccount(late.providerUrl, { email: newAddress() });
  await putForward(301);
  const landed = await lostAt(`/callback${callbackUrl.search}`);
  expect(problemOf(landed).query).toMatchObject({ error: "invalid_request", error_code: "bad_oauth_state" });

  const inTime = await begin();
  await putForward(295);
  const back = await comeBack(await answerAtLocalAccount(inTime.providerUrl, { email: newAddress() }));
  await putForward(10);
  expect(await exchange(back.searchParams.get("code") ?? "", inTime.verifier)).toMatchObject({
    status: 422,
    body: { code: "flow_state_expired" },
  });
});

testWithProvider("the settings say that the provider may be offered", async () => {
  const { body } = await ask("GET", "/settings");
  expect(body).toMatchObject({
    external: { keycloak: true, google: false, github: false, azure: false, email: true },
    passkeys_enabled: true,
  });
});
