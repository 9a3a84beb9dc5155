import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  callback,
  challengeOf,
  claimsOf,
  follow,
  fragmentOf,
  hashOf,
  newAddress,
  newBrowser,
  newVerifier,
  nextEmail,
  signIn,
  type Session,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("GET /auth/v1/verify", "POST /auth/v1/token?grant_type=pkce", "POST /auth/v1/verify");

/** Requests an email like a browser that will exchange a code, and returns the link and the verifier. */
async function askForLink(email = newAddress()) {
  const { verifier, pkce } = newVerifier();
  const { status } = await ask("POST", "/otp", { body: { email, ...pkce } });
  expect(status).toBe(200);
  return { email, verifier, hash: hashOf(await nextEmail(email)) };
}

function exchange(code: string, verifier: string) {
  return ask("POST", "/token?grant_type=pkce", { body: { auth_code: code, code_verifier: verifier } });
}

test("a link opened in the same browser can be exchanged for a session", async () => {
  const email = newAddress();
  const browser = newBrowser();
  await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: callback } });
  const hash = hashOf(await nextEmail(email));
  expect(hash).toMatch(/^pkce_[0-9a-f]{56}$/);
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  expect(landed.origin + landed.pathname).toBe("http://127.0.0.1:3000/auth/callback");
  expect(landed.searchParams.get("next")).toBe("/inbox");
  expect(landed.hash).toBe("");
  const { data, error } = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(claimsOf(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "email/signup" }]);
});

testWithClock("a known user gets a sign-in link", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  await putForward(emailInterval);
  const { hash, verifier } = await askForLink(email);
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  const { status, body } = await exchange(landed.searchParams.get("code") ?? "", verifier);
  expect(status).toBe(200);
  expect((body as Session).user.id).toBe(user.id);
  expect(claimsOf((body as Session).access_token)["amr"]).toMatchObject([{ method: "magiclink" }]);
});

test("without an exchange the session is in the fragment", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const hash = hashOf(await nextEmail(email));
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  expect(landed.searchParams.has("code")).toBe(false);
  const fragment = fragmentOf(landed);
  const { exp, iat } = claimsOf(fragment["access_token"] ?? "");
  expect(fragment).toEqual({
    access_token: expect.any(String),
    expires_at: String(exp),
    expires_in: String(Number(exp) - Number(iat)),
    refresh_token: expect.any(String),
    sb: "",
    token_type: "bearer",
    type: "signup",
  });
  const user = await ask("GET", "/user", { token: fragment["access_token"] ?? "" });
  expect(user).toMatchObject({ status: 200, body: { email } });
});

test("a link opened on another device signs in by its hash", async () => {
  const { email, hash } = await askForLink();
  const other = newBrowser();
  const { data, error } = await other.auth.verifyOtp({ token_hash: hash, type: "email" });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(claimsOf(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "otp" }]);
});

test("a used link is reported in query and fragment", async () => {
  const { hash } = await askForLink();
  await follow({ hash, type: "signup", redirectTo: callback });
  const again = await follow({ hash, type: "signup", redirectTo: callback });
  const problem = {
    error: "access_denied",
    error_code: "otp_expired",
    error_description: "Email link is invalid or has expired",
  };
  expect(fragmentOf(again)).toEqual({ ...problem, sb: "" });
  expect(Object.fromEntries(again.searchParams)).toMatchObject({ ...problem, next: "/inbox" });
});

test("an unknown link is reported with the same message, in the fragment alone", async () => {
  const landed = await follow({ hash: "ab".repeat(28), type: "magiclink", redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error: "access_denied", error_code: "otp_expired" });
  expect(landed.searchParams.has("error_code")).toBe(false);
});

test("a link of an unknown type is reported as malformed", async () => {
  const landed = await follow({ hash: "ab".repeat(28), type: "toString", redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error: "invalid_request", error_code: "validation_failed" });
});

testWithClock("a link followed with another type finds no flow, and still works", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  const { hash, verifier } = await askForLink(email);
  const astray = await follow({ hash, type: "recovery", redirectTo: callback });
  const problem = { error: "invalid_request", error_code: "flow_state_not_found" };
  expect(fragmentOf(astray)).toMatchObject(problem);
  expect(Object.fromEntries(astray.searchParams)).toMatchObject(problem);
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  expect(await exchange(landed.searchParams.get("code") ?? "", verifier)).toMatchObject({ status: 200 });
});

test.each([
  ["is the verifier itself where the method is plain", "Plain", (verifier: string) => verifier],
  ["may name its method in capitals", "S256", challengeOf],
])("a challenge %s", async (_what, code_challenge_method, toChallenge) => {
  const { verifier } = newVerifier();
  const email = newAddress();
  const pkce = { code_challenge: toChallenge(verifier), code_challenge_method };
  expect(await ask("POST", "/otp", { body: { email, ...pkce } })).toMatchObject({ status: 200 });
  const landed = await follow({ hash: hashOf(await nextEmail(email)), type: "signup", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, newVerifier().verifier)).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

testWithClock("an expired link redirects with an error", async () => {
  const { hash } = await askForLink();
  await putForward(24 * 60 * 60 + 1);
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error_code: "otp_expired" });
});

test("a HEAD request does not use a link", async () => {
  const { hash } = await askForLink();
  await ask("HEAD", `/verify?token=${hash}&type=signup`);
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  expect(landed.searchParams.get("code")).toBeTruthy();
});

test("a wrong verifier is refused and the right one still works", async () => {
  const { hash, verifier } = await askForLink();
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, newVerifier().verifier)).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

test("an exchanged code cannot be exchanged again", async () => {
  const { hash, verifier } = await askForLink();
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  const responses = await Promise.all(Array.from({ length: 6 }, () => exchange(code, verifier)));
  const refused = { status: 404, body: { code: "flow_state_not_found" } };
  // The service takes no row lock, so more than one of them may pass.
  expect(responses.some((response) => response.status === 200)).toBe(true);
  for (const response of responses.filter(({ status }) => status !== 200))
    expect(response).toMatchObject(refused);
  expect(await exchange(code, verifier)).toMatchObject(refused);
});

test("an unknown code and an empty one are refused", async () => {
  const { verifier } = newVerifier();
  expect(await exchange("4f5cf1d4-3f68-4b3a-a1f0-6f0f3f3c9c11", verifier)).toMatchObject({
    status: 404,
    body: { code: "flow_state_not_found" },
  });
  expect(await exchange("", verifier)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  expect(await exchange("x", "")).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

testWithClock(
  "a sign-up link followed after five minutes confirms the address, but its code has expired",
  async () => {
    const { hash, verifier } = await askForLink();
    await putForward(301);
    const landed = await follow({ hash, type: "signup", redirectTo: callback });
    expect(await exchange(landed.searchParams.get("code") ?? "", verifier)).toMatchObject({
      status: 422,
      body: { code: "flow_state_expired" },
    });
  },
);

testWithClock("a sign-in link's exchange expires five minutes after the click", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  const { hash, verifier } = await askForLink(email);
  await putForward(400);
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

testWithClock("a second request too soon orphans the first link's exchange", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  const { hash, verifier } = await askForLink(email);
  const { pkce } = newVerifier();
  expect(await ask("POST", "/otp", { body: { email, ...pkce } })).toMatchObject({ status: 429 });
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  expect(await exchange(landed.searchParams.get("code") ?? "", verifier)).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
});

test("a target that is not allowed is replaced by the site", async () => {
  const site = await follow({ hash: "ab".repeat(28), type: "magiclink" });
  for (const redirectTo of [
    "https://elsewhere.example/",
    "//elsewhere.example",
    "javascript:alert(1)",
    "x",
  ]) {
    const landed = await follow({ hash: "ab".repeat(28), type: "magiclink", redirectTo });
    expect(landed.origin + landed.pathname).toBe(site.origin + site.pathname);
  }
});

test("a link without token or type is refused without a redirect", async () => {
  expect(await ask("GET", "/verify?type=signup")).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  expect(await ask("GET", "/verify?token=ab")).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

describe("the email", () => {
  covers("POST /auth/v1/otp");

  test("has the complete target", async () => {
    const email = newAddress();
    const redirectTo = "http://127.0.0.1:3000/auth/callback?next=/r/abc&sb_flow_id=0123";
    await ask("POST", `/otp?redirect_to=${encodeURIComponent(redirectTo)}`, { body: { email } });
    const { html } = await nextEmail(email);
    const href = /href="([^"]*[?&;]token[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(new URL(href).searchParams.get("redirect_to")).toBe(redirectTo);
  });
});
