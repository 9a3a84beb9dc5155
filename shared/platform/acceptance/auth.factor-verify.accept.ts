import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  verifyChallenge,
  challenge,
  codeAt,
  enrol,
  enrolledBy,
  pass,
  withFactor,
  wrongCode,
} from "./auth.factors.ts";
import { ask, claimsOf, newAddress, newBrowser, signIn, type Session } from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/factors/{id}/challenge", "POST /auth/v1/factors/{id}/verify");

function refresh(session: Session) {
  return ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: session.refresh_token } });
}

async function begun() {
  const session = await signIn(newAddress());
  const token = session.access_token;
  const factor = enrolledBy(await enrol(token));
  return { session, token, factor };
}

test("the first code verifies the factor and raises the current session", async () => {
  const { session, token, factor } = await begun();
  const raised = await pass(token, factor);
  const [before, after] = [claimsOf(token), claimsOf(raised.access_token)];
  expect(before).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
  expect(after).toMatchObject({ aal: "aal2", sub: before["sub"], session_id: before["session_id"] });
  expect(after["amr"]).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ method: "totp" }),
      expect.objectContaining({ method: "otp" }),
    ]),
  );
  expect(raised.refresh_token).not.toBe(session.refresh_token);
  const { body } = await ask("GET", "/user", { token: raised.access_token });
  expect(body).toMatchObject({ factors: [{ id: factor.id, status: "verified" }] });
});

test("a factor has the time of its last challenge", async () => {
  const { token, factor } = await begun();
  const factorNow = async () => {
    const { body } = await ask("GET", "/user", { token });
    return (body as { factors: Record<string, unknown>[] }).factors[0];
  };
  expect(await factorNow()).toMatchObject({ phone: "", last_challenged_at: null });
  const { status, body } = await ask("POST", `/factors/${factor.id}/challenge`, { token });
  expect(status).toBe(200);
  expect(body).toEqual({ id: expect.any(String), type: "totp", expires_at: expect.any(Number) });
  expect(await factorNow()).toMatchObject({ last_challenged_at: expect.any(String) });
});

test("the client library reads current and next level from the session", async () => {
  const browser = newBrowser();
  const { access_token, refresh_token } = await signIn(newAddress());
  await browser.auth.setSession({ access_token, refresh_token });
  const { data: enrolled } = await browser.auth.mfa.enroll({ factorType: "totp" });
  const factorId = enrolled?.id ?? "";
  const { data: challenge } = await browser.auth.mfa.challenge({ factorId });
  const code = codeAt(enrolled?.totp.secret ?? "", (challenge?.expires_at ?? 0) * 1000 - 300_000);
  const { error } = await browser.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? "", code });
  expect(error).toBeNull();
  const { data: level } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
});

testWithClock("the newest method comes first in `amr`", async () => {
  const { token, factor } = await begun();
  await putForward(60);
  const { access_token } = await pass(token, factor);
  expect(claimsOf(access_token)["amr"]).toMatchObject([{ method: "totp" }, { method: "otp" }]);
});

testWithClock("verifying ends the user's other aal1 sessions and keeps aal2 ones", async () => {
  const email = newAddress();
  const first = await withFactor(await signIn(email));
  await putForward(emailInterval);
  const second = await signIn(email);
  await putForward(emailInterval);
  const third = await signIn(email);
  const raised = await pass(third.access_token, first.factor);
  expect(await ask("GET", "/user", { token: second.access_token })).toMatchObject({
    status: 403,
    body: { code: "session_not_found" },
  });
  expect(await refresh(second)).toMatchObject({ status: 400 });
  for (const { access_token } of [first.session, raised]) {
    expect(await ask("GET", "/user", { token: access_token })).toMatchObject({ status: 200 });
  }
});

test("verifying a factor deletes the user's unverified ones", async () => {
  const { token, factor } = await begun();
  enrolledBy(await enrol(token, "Left"));
  const { access_token, user } = await pass(token, factor);
  // The response was built before they were deleted.
  expect((user as unknown as { factors: unknown[] }).factors).toHaveLength(2);
  const { body } = await ask("GET", "/user", { token: access_token });
  expect((body as { factors: unknown[] }).factors).toMatchObject([{ id: factor.id }]);
});

testWithClock("a raised session keeps its level when refreshed", async () => {
  const { session } = await withFactor(await signIn(newAddress()));
  await putForward(3600);
  const { body } = await refresh(session);
  const [before, after] = [claimsOf(session.access_token), claimsOf((body as Session).access_token)];
  expect(after).toMatchObject({ aal: "aal2", session_id: before["session_id"], amr: before["amr"] });
});

test("the refresh token from before the verification returns its successor", async () => {
  const { session, token, factor } = await begun();
  const raised = await pass(token, factor);
  const { status, body } = await refresh(session);
  expect(status).toBe(200);
  expect((body as Session).refresh_token).toBe(raised.refresh_token);
  expect(claimsOf((body as Session).access_token)).toMatchObject({ aal: "aal2" });
});

test("a wrong code is refused and the right one still works", async () => {
  const { token, factor } = await begun();
  const { id, createdAt } = await challenge(token, factor.id);
  for (const code of [wrongCode(factor.secret, createdAt), "12345", "abcdef", "1234567"]) {
    expect(await verifyChallenge(token, factor.id, { challenge_id: id, code })).toMatchObject({
      status: 422,
      body: { code: "mfa_verification_failed" },
    });
  }
  const code = codeAt(factor.secret, createdAt);
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code })).toMatchObject({ status: 200 });
});

test.each([-1, 1])("a code %i step off is accepted", async (steps) => {
  const { token, factor } = await begun();
  const { id, createdAt } = await challenge(token, factor.id);
  const code = codeAt(factor.secret, createdAt, steps);
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code })).toMatchObject({ status: 200 });
});

test.each([-3, 3])("a code %i steps off is refused", async (steps) => {
  const { token, factor } = await begun();
  const { id, createdAt } = await challenge(token, factor.id);
  const code = codeAt(factor.secret, createdAt, steps);
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code })).toMatchObject({
    status: 422,
    body: { code: "mfa_verification_failed" },
  });
});

testWithClock("codes follow the platform's clock", async () => {
  const { token, factor } = await begun();
  const { id, createdAt } = await challenge(token, factor.id);
  await putForward(90);
  const old = codeAt(factor.secret, createdAt);
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code: old })).toMatchObject({
    status: 422,
  });
  const code = codeAt(factor.secret, createdAt + 90_000);
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code })).toMatchObject({ status: 200 });
});

test("an answered challenge cannot be answered again", async () => {
  const { token, factor } = await begun();
  const { id, createdAt } = await challenge(token, factor.id);
  const body = { challenge_id: id, code: codeAt(factor.secret, createdAt) };
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => verifyChallenge(token, factor.id, body)),
  );
  const refused = { status: 422, body: { code: "mfa_ip_address_mismatch" } };
  // The service takes no row lock, so more than one of them may pass.
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  for (const other of responses.filter(({ status }) => status !== 200)) expect(other).toMatchObject(refused);
  expect(await verifyChallenge(token, factor.id, body)).toMatchObject(refused);
});

testWithClock("a challenge expires after five minutes and is deleted when answered late", async () => {
  const { token, factor } = await begun();
  const { id, createdAt } = await challenge(token, factor.id);
  await putForward(302);
  const body = { challenge_id: id, code: codeAt(factor.secret, createdAt + 302_000) };
  expect(await verifyChallenge(token, factor.id, body)).toMatchObject({
    status: 422,
    body: { code: "mfa_challenge_expired" },
  });
  expect(await verifyChallenge(token, factor.id, body)).toMatchObject({
    status: 422,
    body: { code: "mfa_factor_not_found" },
  });
});

test("a challenge of another factor and an unknown one are refused", async () => {
  const { token, factor } = await begun();
  const other = enrolledBy(await enrol(token, "Other"));
  const { id, createdAt } = await challenge(token, other.id);
  const code = codeAt(factor.secret, createdAt);
  for (const challenge_id of [id, randomUUID()]) {
    const refused = await verifyChallenge(token, factor.id, { challenge_id, code });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  }
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code })).toMatchObject({
    status: 422,
    body: { code: "mfa_factor_not_found" },
  });
});

test("an empty code, and a malformed or empty challenge id, are refused", async () => {
  const { token, factor } = await begun();
  const { id } = await challenge(token, factor.id);
  expect(await verifyChallenge(token, factor.id, { challenge_id: id, code: "" })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  for (const challenge_id of ["x", ""]) {
    expect(await verifyChallenge(token, factor.id, { challenge_id, code: "123456" })).toMatchObject({
      status: 400,
      body: { code: "bad_json" },
    });
  }
});

test("another user's factor is answered like an unknown one", async () => {
  const { factor } = await begun();
  const { access_token: token } = await signIn(newAddress());
  const body = { challenge_id: randomUUID(), code: "123456" };
  for (const id of [factor.id, randomUUID()]) {
    for (const [method, path] of [
      ["POST", `/factors/${id}/challenge`],
      ["POST", `/factors/${id}/verify`],
      ["DELETE", `/factors/${id}`],
    ] as const) {
      expect(await ask(method, path, { token, ...(method === "POST" && { body }) })).toMatchObject({
        status: 404,
        body: { code: "mfa_factor_not_found" },
      });
    }
  }
  expect(await ask("POST", "/factors/phone/challenge", { token })).toMatchObject({
    status: 404,
    body: { code: "validation_failed" },
  });
});
