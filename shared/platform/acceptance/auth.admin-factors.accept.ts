import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, newServer, nobody } from "./auth.admin.ts";
import { enrol, enrolledBy, withFactor } from "./auth.factors.ts";
import { ask, claimsOf, newAddress, signIn, type Session } from "./auth.people.ts";
import { mailInterval, putForward, testWithClock } from "./with-clock.ts";

covers(
  "GET /auth/v1/admin/users/{id}/factors",
  "PUT /auth/v1/admin/users/{id}/factors/{factor}",
  "DELETE /auth/v1/admin/users/{id}/factors/{factor}",
  "POST /auth/v1/logout",
);

async function personWithFactor() {
  const { factor, session } = await withFactor(await signIn(newAddress()));
  return { factor, session, path: `/admin/users/${session.user.id}/factors` };
}

const unknown = { status: 404, body: { code: "mfa_factor_not_found" } };
const wrongId = { status: 404, body: { code: "validation_failed" } };

test("an administrator sees somebody's factors, and none of their secrets", async () => {
  const { factor, session } = await personWithFactor();
  const begun = enrolledBy(await enrol(session.access_token, "Tablet"));
  const { data, error } = await newServer().auth.admin.mfa.listFactors({ userId: session.user.id });
  expect(error).toBeNull();
  expect(data?.factors).toMatchObject([
    { id: factor.id, factor_type: "totp", status: "verified", friendly_name: "Phone" },
    { id: begun.id, factor_type: "totp", status: "unverified", friendly_name: "Tablet" },
  ]);
  expect(JSON.stringify(data)).not.toContain(factor.secret);
});

test("who has begun none has none", async () => {
  const { user } = await signIn(newAddress());
  expect(await askAsAdmin("GET", `/admin/users/${user.id}/factors`)).toMatchObject({ status: 200, body: [] });
});

test("a lost factor is taken away; sessions that rest on it go on and say so from the next refresh", async () => {
  const { factor, session, path } = await personWithFactor();
  const { id } = factor;
  expect(await askAsAdmin("DELETE", `${path}/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect((await ask("GET", "/user", { token: session.access_token })).body).not.toHaveProperty("factors");
  const { refresh_token } = session;
  const { status, body } = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  expect(status).toBe(200);
  expect(claimsOf((body as Session).access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
});

test("a factor is named anew, and not as another of the same person", async () => {
  const { factor, session, path } = await personWithFactor();
  const other = enrolledBy(await enrol(session.access_token, "Tablet"));
  const rename = (friendly_name: string) => askAsAdmin("PUT", `${path}/${other.id}`, { friendly_name });
  expect(await rename("Old tablet")).toMatchObject({ status: 200, body: { friendly_name: "Old tablet" } });
  expect(await rename("")).toMatchObject({ status: 200, body: { friendly_name: "Old tablet" } });
  expect((await rename("Phone")).status).toBe(500);
  expect(await askAsAdmin("GET", path)).toMatchObject({
    body: [{ id: factor.id, friendly_name: "Phone" }, { friendly_name: "Old tablet" }],
  });
});

describe.each(["PUT", "DELETE"])("what is not there is not changed: %s", (method) => {
  const body = method === "PUT" ? { friendly_name: "Phone" } : undefined;

  test("another person's factor", async () => {
    const [one, two] = [await personWithFactor(), await personWithFactor()];
    expect(await askAsAdmin(method, `${one.path}/${two.factor.id}`, body)).toMatchObject(unknown);
    expect(await askAsAdmin("GET", two.path)).toMatchObject({ body: [{ id: two.factor.id }] });
  });

  test("a factor or a person that nobody knows", async () => {
    const { path, factor } = await personWithFactor();
    expect(await askAsAdmin(method, `${path}/${nobody}`, body)).toMatchObject(unknown);
    expect(await askAsAdmin(method, `${path}/phone`, body)).toMatchObject(wrongId);
    expect(await askAsAdmin(method, `/admin/users/${nobody}/factors/${factor.id}`, body)).toMatchObject({
      status: 404,
      body: { code: "user_not_found" },
    });
  });
});

testWithClock("a server signs a person out with their own token, as far as it is told", async () => {
  const email = newAddress();
  const next = async () => {
    await putForward(mailInterval);
    return signIn(email);
  };
  const isIn = async ({ access_token }: Session) =>
    (await ask("GET", "/user", { token: access_token })).status === 200;
  const { admin } = newServer().auth;
  const [one, two, three] = [await next(), await next(), await next()];
  expect((await admin.signOut(one.access_token, "local")).error).toBeNull();
  expect(await Promise.all([one, two, three].map(isIn))).toEqual([false, true, true]);
  expect((await admin.signOut(two.access_token, "others")).error).toBeNull();
  expect(await Promise.all([two, three].map(isIn))).toEqual([true, false]);
  expect((await admin.signOut(two.access_token)).error).toBeNull();
  expect(await isIn(two)).toBe(false);
  expect((await admin.signOut(two.access_token)).error).toMatchObject({
    name: "AuthSessionMissingError",
  });
});
