import { expect, test } from "vitest";
import { submitLocalAccountForm } from "../src/testing/local-account.client.ts";
import { covers } from "./coverage/covers.ts";
import { ask, callback, claimsOf, codeOf, newAddress, newBrowser, nextEmail, signIn } from "./auth.client.ts";
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

/** Redirect of a callback without a flow, which goes to the site. */
async function lostAt(path: string, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(`${target().url}/auth/v1${path}`, { ...init, redirect: "manual" });
  expect(response.status).toBe(303);
  const landed = new URL(response.headers.get("location") ?? "");
  expect(landed.hash).toBe("");
  return landed;
}

testWithProvider("a new user signs in with a provider and gets a confirmed account", async () => {
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
});

testWithProvider("the browser client completes a provider sign-in", async () => {
  const email = newAddress();
  const browser = newBrowser();
  const { data } = await browser.auth.signInWithOAuth({
    provider: "keycloak",
    options: { redirectTo: callback, skipBrowserRedirect: true, scopes: "openid" },
  });
  const begun = await fetch(data.url ?? "", { redirect: "manual" });
  const landed = await comeBack(await submitLocalAccountForm(begun.headers.get("location") ?? "", { email }));
  expect(landed.origin + landed.pathname).toBe("http://127.0.0.1:3000/auth/callback");
  expect(landed.searchParams.get("next")).toBe("/inbox");
  const arrived = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
  expect(arrived.error).toBeNull();
  expect(arrived.data.user?.email).toBe(email);
  expect(arrived.data.session?.provider_token).toEqual(expect.any(String));
});

testWithProvider("the provider receives only the parameters it needs", async () => {
  const { providerUrl } = await begin({ login_hint: "ada" });
  const parameters = Object.fromEntries(new URL(providerUrl).searchParams);
  expect(parameters).toMatchObject({
    response_type: "code",
    redirect_uri: `${target().url}/auth/v1/callback`,
    scope: expect.stringMatching(/\bprofile\b.*\bemail\b/) as string,
    state: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    login_hint: "ada",
  });
  expect(parameters).not.toHaveProperty("code_challenge");
});

testWithProvider("signing in again finds the same account and updates its metadata", async () => {
  const email = newAddress();
  const first = await signInAtProvider({ email, name: "Ada" });
  const second = await signInAtProvider({ email, name: "Ada Lovelace" });
  expect(second.user.id).toBe(first.user.id);
  expect(second.user.identities).toHaveLength(1);
  expect(second.user.user_metadata).toMatchObject({ name: "Ada Lovelace" });
});

testWithProvider("without an exchange the provider's session is in the fragment", async () => {
  const email = newAddress();
  const { status, headers } = await ask("GET", authorizePath({}));
  expect(status).toBe(302);
  const landed = await comeBack(await submitLocalAccountForm(headers.get("location") ?? "", { email }));
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

testWithProvider("a confirmed account is linked by its verified address", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  const session = await signInAtProvider({ email });
  expect(session.user.id).toBe(user.id);
  expect(session.user.identities.map(({ provider }) => provider)).toEqual(["email", "keycloak"]);
  expect(session.user.app_metadata).toEqual({ provider: "email", providers: ["email", "keycloak"] });
});

testWithProvider("provider addresses ignore case", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  expect((await signInAtProvider({ email: email.toUpperCase() })).user.id).toBe(user.id);
});

testWithProvider("a provider sign-in removes what a stranger put into the unconfirmed account", async () => {
  const email = newAddress();
  const password = "the attacker's own";
  const data = { note: "from the attacker" };
  const signedUp = await ask("POST", "/signup", { body: { email, password, data } });
  expect(signedUp.status).toBe(200);
  const mail = await nextEmail(email);
  const session = await signInAtProvider({ email, name: "The owner" });
  expect(session.user.id).toBe((signedUp.body as { id: string }).id);
  expect(session.user.identities.map(({ provider }) => provider)).toEqual(["keycloak"]);
  expect(session.user.app_metadata).toEqual({ provider: "keycloak", providers: ["keycloak"] });
  // Equal, because none of the stranger's metadata may remain.
  expect(session.user.user_metadata).toEqual(session.user.identities[0]?.identity_data);
  expect(session.user.user_metadata).toMatchObject({ name: "The owner", email_verified: true });
  const byPassword = await ask("POST", "/token?grant_type=password", { body: { email, password } });
  expect(byPassword).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
  const byCode = await ask("POST", "/verify", { body: { type: "email", email, token: codeOf(mail) } });
  expect(byCode).toMatchObject({ status: 403, body: { code: "otp_expired" } });
});

testWithProvider("an address that the provider hasn't verified needs a confirmation email", async () => {
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
  const token = codeOf(await nextEmail(email));
  const verified = await ask("POST", "/verify", { body: { type: "email", email, token } });
  expect(verified.status).toBe(200);
  const session = await signInAtProvider({ email, verified: false });
  expect(session.user.id).toBe((verified.body as ExternalSession).user.id);
});

testWithProvider("an unverified address never signs in to the account that has it", async () => {
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  const { landed } = await goThrough({ email, verified: false });
  expect(landed.searchParams.get("error_code")).toBe("provider_email_needs_verification");
  expect(landed.searchParams.has("code")).toBe(false);
  const { body } = await ask("GET", "/user", { token });
  expect((body as ExternalSession["user"]).identities.map(({ provider }) => provider)).toEqual(["email"]);
});

testWithProvider("declining at the provider returns its error", async () => {
  const { callbackUrl, landed } = await goThrough("refuse");
  const problem = { error: "access_denied", error_description: expect.any(String) as string };
  expect(problemOf(landed)).toEqual({
    query: { ...problem, next: "/inbox" },
    fragment: { ...problem, sb: "" },
  });
  expect(landed.origin + landed.pathname).toBe("http://127.0.0.1:3000/auth/callback");
  expect(new URL(callbackUrl).searchParams.get("state")).toEqual(expect.any(String));
});

testWithProvider("a callback works once", async () => {
  const { callbackUrl } = await goThrough({ email: newAddress() });
  const again = await lostAt(`/callback${callbackUrl.search}`);
  expect(problemOf(again).query).toMatchObject({
    error: "invalid_request",
    error_code: "flow_state_already_used",
  });
});

testWithProvider("an invalid provider code is refused", async () => {
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

testWithProvider("a provider may post its response", async () => {
  const { verifier, providerUrl } = await begin();
  const callbackUrl = await submitLocalAccountForm(providerUrl, { email: newAddress() });
  const { status, headers } = await fetch(new URL(callbackUrl.pathname, callbackUrl), {
    method: "POST",
    body: callbackUrl.searchParams,
    redirect: "manual",
  });
  expect(status).toBe(302);
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

test("a callback without a flow redirects to the site with an error", async () => {
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

test("a provider that is off or unknown is refused by message", async () => {
  for (const provider of ["", "azure", "nobody"]) {
    const response = await ask("GET", authorizePath({ provider }));
    expect(response).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    const why = provider === "azure" ? "provider is not enabled" : "could not be found";
    expect((response.body as { message: string }).message).toMatch(
      new RegExp(`^Unsupported provider: .*${why}`),
    );
  }
});

testWithProvider("an incomplete or unknown challenge is refused before the redirect", async () => {
  for (const parameters of [
    { code_challenge: "a".repeat(43) },
    { code_challenge_method: "s256" },
    { code_challenge: "short", code_challenge_method: "s256" },
    { code_challenge: "a".repeat(43), code_challenge_method: "rot13" },
  ]) {
    const response = await ask("GET", authorizePath(parameters));
    expect(response).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  }
});

testWithProvider("a provider sign-in never returns to a target that is not allowed", async () => {
  const { providerUrl } = await begin({ redirect_to: "https://elsewhere.example/" });
  const landed = await comeBack(await submitLocalAccountForm(providerUrl, { email: newAddress() }));
  expect(landed.hostname).not.toBe("elsewhere.example");
  expect(landed.searchParams.get("code")).toEqual(expect.any(String));
});

testWithProvider("the code works once, for the browser that started", async () => {
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

testWithProvider("a provider sign-in expires after five minutes", async () => {
  const late = await begin();
  const callbackUrl = await submitLocalAccountForm(late.providerUrl, { email: newAddress() });
  await putForward(301);
  const landed = await lostAt(`/callback${callbackUrl.search}`);
  expect(problemOf(landed).query).toMatchObject({ error: "invalid_request", error_code: "bad_oauth_state" });

  const inTime = await begin();
  await putForward(295);
  const back = await comeBack(await submitLocalAccountForm(inTime.providerUrl, { email: newAddress() }));
  await putForward(10);
  expect(await exchange(back.searchParams.get("code") ?? "", inTime.verifier)).toMatchObject({
    status: 422,
    body: { code: "flow_state_expired" },
  });
});

testWithProvider("the settings list the enabled provider", async () => {
  const { body } = await ask("GET", "/settings");
  expect(body).toMatchObject({
    external: { keycloak: true, google: false, github: false, azure: false, email: true },
    passkeys_enabled: true,
  });
});
