import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { enrol, enrolledBy, pass, withFactor } from "./auth.factors.ts";
import { ask, claimsOf, newAddress, signIn, type Session } from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("DELETE /auth/v1/factors/{id}");

async function refreshed(session: Session): Promise<Session> {
  const { refresh_token } = session;
  const { status, body } = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  expect(status).toBe(200);
  return body as Session;
}

test("an unverified factor can be removed at aal1", async () => {
  const { access_token: token } = await signIn(newAddress());
  const { id } = enrolledBy(await enrol(token));
  expect(await ask("DELETE", `/factors/${id}`, { token })).toMatchObject({ status: 200, body: { id } });
  expect((await ask("GET", "/user", { token })).body).not.toHaveProperty("factors");
});

testWithClock("removing a verified factor needs aal2", async () => {
  const email = newAddress();
  const { factor } = await withFactor(await signIn(email));
  await putForward(emailInterval);
  const { access_token: token } = await signIn(email);
  expect(await ask("DELETE", `/factors/${factor.id}`, { token })).toMatchObject({
    status: 422,
    body: { code: "insufficient_aal" },
  });
});

test("sessions raised by a removed factor drop to aal1 at their next refresh", async () => {
  const { factor, session } = await withFactor(await signIn(newAddress()));
  const token = session.access_token;
  expect(await ask("DELETE", `/factors/${factor.id}`, { token })).toMatchObject({ status: 200 });
  expect(await ask("GET", "/user", { token })).toMatchObject({ status: 200 });
  const after = claimsOf((await refreshed(session)).access_token);
  expect(after).toMatchObject({ aal: "aal1", session_id: claimsOf(token)["session_id"] });
  expect(after["amr"]).toMatchObject([{ method: "otp" }]);
});

testWithClock("sessions raised by another factor keep their level", async () => {
  const email = newAddress();
  const first = await withFactor(await signIn(email), "Phone");
  const tablet = enrolledBy(await enrol(first.session.access_token, "Tablet"));
  const byTablet = await pass(first.session.access_token, tablet);
  const token = byTablet.access_token;
  expect(await ask("DELETE", `/factors/${first.factor.id}`, { token })).toMatchObject({ status: 200 });
  expect(claimsOf((await refreshed(byTablet)).access_token)).toMatchObject({ aal: "aal2" });
  await putForward(emailInterval);
  const later = await signIn(email);
  expect(claimsOf((await pass(later.access_token, tablet)).access_token)).toMatchObject({ aal: "aal2" });
});

test("after the last factor is removed, enrolling works at aal1", async () => {
  const { factor, session } = await withFactor(await signIn(newAddress()));
  await ask("DELETE", `/factors/${factor.id}`, { token: session.access_token });
  const lowered = await refreshed(session);
  const again = await withFactor(lowered);
  expect(claimsOf(again.session.access_token)).toMatchObject({ aal: "aal2" });
});
