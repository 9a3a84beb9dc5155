import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { answer, challenge, codeAt, enrol, enrolledBy, pass, withFactor, wrongCode } from "./auth.factors.ts";
import { ask, claimsOf, newAddress, newBrowser, signIn, type Session } from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

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

test("the first code makes the factor count and raises the session that is there", async () => {
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

test("a factor says when a code was last asked for", async () => {
  const { token, factor } = await begun();
  const factorNow = async () => {
    const { body } = await ask("GET", "/user", { token });
    return (body as { factors: Record<string, unknown>[] }).factors[0];
  };
  expect(await factorNow()).not.toHaveProperty("last_challenged_at");
  const { status, body } = await ask("POST", `/factors/${factor.id}/challenge`, { token });
  expect(status).toBe(200);
  expect(body).toEqual({ id: expect.any(String), type: "totp", expires_at: expect.any(Number) });
  expect(await factorNow()).toMatchObject({ last_challenged_at: expect.any(String) });
});

test("a client is told by the session alone which level it has and which it could have", async () => {
  const browser = newBrowser();
  const { access_token, refresh_token } = await signIn(newAddress());
  await browser.auth.setSession({ access_token, refresh_token });
  const { data: enrolled } = await browser.auth.mfa.enroll({ factorType: "totp" });
  const factorId = enrolled?.id ?? "";
  const { data: asked } = await browser.auth.mfa.challenge({ factorId });
  const code = codeAt(enrolled?.totp.secret ?? "", (asked?.expires_at ?? 0) * 1000 - 300_000);
  const { error } = await browser.auth.mfa.verify({ factorId, challengeId: asked?.id ?? "", code });
  expect(error).toBeNull();
  const { data: level } = await browser.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });
});

testWithClock("the newest proof comes first in what the session has been proven by", async () => {
  const { token, factor } = await begun();
  await putForward(60);
  const { access_token } = await pass(token, factor);
  expect(claimsOf(access_token)["amr"]).toMatchObject([{ method: "totp" }, { method: "otp" }]);
});

testWithClock("every other session that has shown less ends, one that has shown it stays", async () => {
  const email = newAddress();
  const first = await withFactor(await signIn(email));
  await putForward(mailInterval);
  const second = await signIn(email);
  await putForward(mailInterval);
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

test("factors that were begun beside the first one are gone once it counts", async () => {
  const { token, factor } = await begun();
  enrolledBy(await enrol(token, "Left"));
  const { access_token } = await pass(token, factor);
  const { body } = await ask("GET", "/user", { token: access_token });
  expect((body as { factors: unknown[] }).factors).toMatchObject([{ id: factor.id }]);
});

testWithClock("a session that was raised stays so through every refresh", async () => {
  const { session } = await withFactor(await signIn(newAddress()));
  await putForward(3600);
  const { body } = await refresh(session);
  const [before, after] = [claimsOf(session.access_token), claimsOf((body as Session).access_token)];
  expect(after).toMatchObject({ aal: "aal2", session_id: before["session_id"], amr: before["amr"] });
});

test("a browser that still holds the token of before gets the one that replaced it", async () => {
  const { session, token, factor } = await begun();
  const raised = await pass(token, factor);
  const { status, body } = await refresh(session);
  expect(status).toBe(200);
  expect((body as Session).refresh_token).toBe(raised.refresh_token);
  expect(claimsOf((body as Session).access_token)).toMatchObject({ aal: "aal2" });
});

test("a wrong code is refused and leaves the challenge to the right one", async () => {
  const { token, factor } = await begun();
  const { id, askedAt } = await challenge(token, factor.id);
  for (const code of [wrongCode(factor.secret, askedAt), "12345", "abcdef", "1234567"]) {
    expect(await answer(token, factor.id, { challenge_id: id, code })).toMatchObject({
      status: 422,
      body: { code: "mfa_verification_failed" },
    });
  }
  const code = codeAt(factor.secret, askedAt);
  expect(await answer(token, factor.id, { challenge_id: id, code })).toMatchObject({ status: 200 });
});

test.each([-1, 1])("a code %i step beside the time is taken: clocks differ", async (steps) => {
  const { token, factor } = await begun();
  const { id, askedAt } = await challenge(token, factor.id);
  const code = codeAt(factor.secret, askedAt, steps);
  expect(await answer(token, factor.id, { challenge_id: id, code })).toMatchObject({ status: 200 });
});

test.each([-3, 3])("a code %i steps beside the time is not", async (steps) => {
  const { token, factor } = await begun();
  const { id, askedAt } = await challenge(token, factor.id);
  const code = codeAt(factor.secret, askedAt, steps);
  expect(await answer(token, factor.id, { challenge_id: id, code })).toMatchObject({
    status: 422,
    body: { code: "mfa_verification_failed" },
  });
});

testWithClock("a code lives by the platform's time", async () => {
  const { token, factor } = await begun();
  const { id, askedAt } = await challenge(token, factor.id);
  await putForward(90);
  const old = codeAt(factor.secret, askedAt);
  expect(await answer(token, factor.id, { challenge_id: id, code: old })).toMatchObject({ status: 422 });
  const code = codeAt(factor.secret, askedAt + 90_000);
  expect(await answer(token, factor.id, { challenge_id: id, code })).toMatchObject({ status: 200 });
});

test("a challenge is answered once, also by many at the same time", async () => {
  const { token, factor } = await begun();
  const { id, askedAt } = await challenge(token, factor.id);
  const body = { challenge_id: id, code: codeAt(factor.secret, askedAt) };
  const answers = await Promise.all(Array.from({ length: 5 }, () => answer(token, factor.id, body)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const refused of answers.filter(({ status }) => status !== 200)) {
    expect(refused).toMatchObject({ status: 422, body: { code: "mfa_ip_address_mismatch" } });
  }
});

testWithClock("a challenge lives five minutes, and is gone when it was answered too late", async () => {
  const { token, factor } = await begun();
  const { id, askedAt } = await challenge(token, factor.id);
  await putForward(302);
  const body = { challenge_id: id, code: codeAt(factor.secret, askedAt + 302_000) };
  expect(await answer(token, factor.id, body)).toMatchObject({
    status: 422,
    body: { code: "mfa_challenge_expired" },
  });
  expect(await answer(token, factor.id, body)).toMatchObject({
    status: 422,
    body: { code: "mfa_factor_not_found" },
  });
});

test("a challenge of another factor, of nobody or of none answers nothing", async () => {
  const { token, factor } = await begun();
  const other = enrolledBy(await enrol(token, "Other"));
  const { id, askedAt } = await challenge(token, other.id);
  const code = codeAt(factor.secret, askedAt);
  for (const challenge_id of [id, randomUUID(), ""]) {
    const refused = await answer(token, factor.id, { challenge_id, code });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
  }
  expect(await answer(token, factor.id, { challenge_id: id, code })).toMatchObject({
    status: 422,
    body: { code: "mfa_factor_not_found" },
  });
});

test("an empty code and a challenge that is no id are malformed", async () => {
  const { token, factor } = await begun();
  const { id } = await challenge(token, factor.id);
  expect(await answer(token, factor.id, { challenge_id: id, code: "" })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  expect(await answer(token, factor.id, { challenge_id: "x", code: "123456" })).toMatchObject({
    status: 400,
    body: { code: "bad_json" },
  });
});

test("somebody else's factor is as unknown as one that does not exist", async () => {
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
