import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, newServer, nobody } from "./auth.admin.ts";
import { enrol, enrolledBy, withFactor } from "./auth.factors.ts";
import { ask, claimsOf, newAddress, signIn, type Session } from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers(
  "GET /auth/v1/admin/users/{id}/factors",
  "PUT /auth/v1/admin/users/{id}/factors/{factor}",
  "DELETE /auth/v1/admin/users/{id}/factors/{factor}",
  "POST /auth/v1/logout",
);

async function userWithFactor() {
  const { factor, session } = await withFactor(await signIn(newAddress()));
  return { factor, session, path: `/admin/users/${session.user.id}/factors` };
}

const unknown = { status: 404, body: { code: "mfa_factor_not_found" } };
const wrongId = { status: 404, body: { code: "validation_failed" } };

test("an administrator lists a user's factors without their secrets", async () => {
  const { factor, session } = await userWithFactor();
  const begun = enrolledBy(await enrol(session.access_token, "Tablet"));
  const { data, error } = await newServer().auth.admin.mfa.listFactors({ userId: session.user.id });
  expect(error).toBeNull();
  expect(data?.factors).toHaveLength(2);
  const byId = new Map(data?.factors.map((one) => [one.id, one]));
  const totp = { factor_type: "totp", phone: "" };
  expect(byId.get(factor.id)).toMatchObject({ ...totp, status: "verified", friendly_name: "Phone" });
  expect(byId.get(begun.id)).toMatchObject({ ...totp, status: "unverified", friendly_name: "Tablet" });
  expect(JSON.stringify(data)).not.toContain(factor.secret);
});

test("a user without enrollments has no factors", async () => {
  const { user } = await signIn(newAddress());
  expect(await askAsAdmin("GET", `/admin/users/${user.id}/factors`)).toMatchObject({ status: 200, body: [] });
});

test("removing a lost factor lowers its sessions from their next refresh", async () => {
  const { factor, session, path } = await userWithFactor();
  const { id } = factor;
  expect(await askAsAdmin("DELETE", `${path}/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect((await ask("GET", "/user", { token: session.access_token })).body).not.toHaveProperty("factors");
  const { refresh_token } = session;
  const { status, body } = await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } });
  expect(status).toBe(200);
  expect(claimsOf((body as Session).access_token)).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
});

test("a factor can be renamed, but not to the name of another factor of the user", async () => {
  const { factor, session, path } = await userWithFactor();
  const other = enrolledBy(await enrol(session.access_token, "Tablet"));
  const rename = (friendly_name: string) => askAsAdmin("PUT", `${path}/${other.id}`, { friendly_name });
  expect(await rename("Old tablet")).toMatchObject({ status: 200, body: { friendly_name: "Old tablet" } });
  expect(await rename("")).toMatchObject({ status: 200, body: { friendly_name: "Old tablet" } });
  expect((await rename("Phone")).status).toBe(500);
  const { body } = await askAsAdmin("GET", path);
  expect(
    new Map((body as { id: string; friendly_name: string }[]).map((one) => [one.id, one.friendly_name])),
  ).toEqual(
    new Map([
      [factor.id, "Phone"],
      [other.id, "Old tablet"],
    ]),
  );
});

describe.each(["PUT", "DELETE"])("unknown factors cannot be changed: %s", (method) => {
  const body = method === "PUT" ? { friendly_name: "Phone" } : undefined;

  test("another user's factor", async () => {
    const [one, two] = [await userWithFactor(), await userWithFactor()];
    expect(await askAsAdmin(method, `${one.path}/${two.factor.id}`, body)).toMatchObject(unknown);
    expect(await askAsAdmin("GET", two.path)).toMatchObject({ body: [{ id: two.factor.id }] });
  });

  test("an unknown factor or user", async () => {
    const { path, factor } = await userWithFactor();
    expect(await askAsAdmin(method, `${path}/${nobody}`, body)).toMatchObject(unknown);
    expect(await askAsAdmin(method, `${path}/phone`, body)).toMatchObject(wrongId);
    expect(await askAsAdmin(method, `/admin/users/${nobody}/factors/${factor.id}`, body)).toMatchObject({
      status: 404,
      body: { code: "user_not_found" },
    });
  });
});

testWithClock("a server signs a user out with their own token, in the given scope", async () => {
  const email = newAddress();
  const next = async () => {
    await putForward(emailInterval);
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
