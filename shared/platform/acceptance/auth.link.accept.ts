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
  nextMail,
  signIn,
  type Session,
} from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("GET /auth/v1/verify", "POST /auth/v1/token?grant_type=pkce", "POST /auth/v1/verify");

/** Asks for a mail as a browser does that will exchange a code, and returns the link and what it keeps. */
async function askForLink(email = newAddress()) {
  const { verifier, asked } = newVerifier();
  const { status } = await ask("POST", "/otp", { body: { email, ...asked } });
  expect(status).toBe(200);
  return { email, verifier, hash: hashOf(await nextMail(email)) };
}

function exchange(code: string, verifier: string) {
  return ask("POST", "/token?grant_type=pkce", { body: { auth_code: code, code_verifier: verifier } });
}

test("the link opened in the same browser ends in a session there", async () => {
  const email = newAddress();
  const browser = newBrowser();
  await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: callback } });
  const hash = hashOf(await nextMail(email));
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

testWithClock("the link of someone known is a sign-in link", async () => {
  const email = newAddress();
  const { user } = await signIn(email);
  await putForward(mailInterval);
  const { hash, verifier } = await askForLink(email);
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  const { status, body } = await exchange(landed.searchParams.get("code") ?? "", verifier);
  expect(status).toBe(200);
  expect((body as Session).user.id).toBe(user.id);
  expect(claimsOf((body as Session).access_token)["amr"]).toMatchObject([{ method: "magiclink" }]);
});

test("without an exchange the session comes in the fragment, where no server sees it", async () => {
  const email = newAddress();
  await ask("POST", "/otp", { body: { email } });
  const hash = hashOf(await nextMail(email));
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

test("the link opened on another device signs in there by its hash alone", async () => {
  const { email, hash } = await askForLink();
  const other = newBrowser();
  const { data, error } = await other.auth.verifyOtp({ token_hash: hash, type: "email" });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect(claimsOf(data.session?.access_token ?? "")["amr"]).toMatchObject([{ method: "otp" }]);
});

test("a link works once, and says in both places that it is used up", async () => {
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

test("a link nobody was sent leads back with the same words, in the fragment alone", async () => {
  const landed = await follow({ hash: "ab".repeat(28), type: "magiclink", redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error: "access_denied", error_code: "otp_expired" });
  expect(landed.searchParams.has("error_code")).toBe(false);
});

test("a link of a type that does not exist leads back as malformed", async () => {
  const landed = await follow({ hash: "ab".repeat(28), type: "toString", redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error: "invalid_request", error_code: "validation_failed" });
});

testWithClock(
  "a link followed as one of another type has no exchange to end in, and is not used up",
  async () => {
    const email = newAddress();
    await signIn(email);
    await putForward(mailInterval);
    const { hash, verifier } = await askForLink(email);
    const astray = await follow({ hash, type: "recovery", redirectTo: callback });
    const problem = { error: "invalid_request", error_code: "flow_state_not_found" };
    expect(fragmentOf(astray)).toMatchObject(problem);
    expect(Object.fromEntries(astray.searchParams)).toMatchObject(problem);
    const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
    expect(await exchange(landed.searchParams.get("code") ?? "", verifier)).toMatchObject({ status: 200 });
  },
);

test.each([
  ["is the verifier itself where the method is plain", "Plain", (verifier: string) => verifier],
  ["may name its method in capitals", "S256", challengeOf],
])("a challenge %s", async (_what, code_challenge_method, toChallenge) => {
  const { verifier } = newVerifier();
  const email = newAddress();
  const asked = { code_challenge: toChallenge(verifier), code_challenge_method };
  expect(await ask("POST", "/otp", { body: { email, ...asked } })).toMatchObject({ status: 200 });
  const landed = await follow({ hash: hashOf(await nextMail(email)), type: "signup", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, newVerifier().verifier)).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

testWithClock("a link that lay too long leads back with an error", async () => {
  const { hash } = await askForLink();
  await putForward(24 * 60 * 60 + 1);
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  expect(fragmentOf(landed)).toMatchObject({ error_code: "otp_expired" });
});

test("a mail scanner that only looks at a link does not use it up", async () => {
  const { hash } = await askForLink();
  await ask("HEAD", `/verify?token=${hash}&type=signup`);
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  expect(landed.searchParams.get("code")).toBeTruthy();
});

test("a wrong verifier opens nothing and does not take the exchange from its browser", async () => {
  const { hash, verifier } = await askForLink();
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, newVerifier().verifier)).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

test("a code is exchanged once", async () => {
  const { hash, verifier } = await askForLink();
  const landed = await follow({ hash, type: "signup", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(code, verifier)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const rest = answers.filter((answer) => answer.status !== 200);
  expect(rest).toHaveLength(5);
  for (const answer of rest) {
    expect(answer).toMatchObject({ status: 404, body: { code: "flow_state_not_found" } });
  }
});

test("a code that was never given out, or none, is refused", async () => {
  const { verifier } = newVerifier();
  expect(await exchange("4f5cf1d4-3f68-4b3a-a1f0-6f0f3f3c9c11", verifier)).toMatchObject({
    status: 404,
    body: { code: "flow_state_not_found" },
  });
  expect(await exchange("", verifier)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
  expect(await exchange("x", "")).toMatchObject({ status: 400, body: { code: "validation_failed" } });
});

testWithClock(
  "a sign-up link followed after five minutes confirms the address but ends in no session",
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

testWithClock("a sign-in link's five minutes count from the click", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(mailInterval);
  const { hash, verifier } = await askForLink(email);
  await putForward(400);
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  expect(await exchange(code, verifier)).toMatchObject({ status: 200 });
});

testWithClock("a second mail asked for too soon takes the first link away from its browser", async () => {
  const email = newAddress();
  await signIn(email);
  await putForward(mailInterval);
  const { hash, verifier } = await askForLink(email);
  const { asked } = newVerifier();
  expect(await ask("POST", "/otp", { body: { email, ...asked } })).toMatchObject({ status: 429 });
  const landed = await follow({ hash, type: "magiclink", redirectTo: callback });
  expect(await exchange(landed.searchParams.get("code") ?? "", verifier)).toMatchObject({
    status: 400,
    body: { code: "bad_code_verifier" },
  });
});

test("a foreign destination is replaced by the site, silently", async () => {
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

test("a link without its token or type is no redirect but a plain refusal", async () => {
  expect(await ask("GET", "/verify?type=signup")).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  expect(await ask("GET", "/verify?token=ab")).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

describe("the mail", () => {
  covers("POST /auth/v1/otp");

  test("carries the destination whole", async () => {
    const email = newAddress();
    const redirectTo = "http://127.0.0.1:3000/auth/callback?next=/r/abc&sb_flow_id=0123";
    await ask("POST", `/otp?redirect_to=${encodeURIComponent(redirectTo)}`, { body: { email } });
    const { html } = await nextMail(email);
    const href = /href="([^"]*[?&;]token[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(new URL(href).searchParams.get("redirect_to")).toBe(redirectTo);
  });
});
