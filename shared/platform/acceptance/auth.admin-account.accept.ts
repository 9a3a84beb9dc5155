import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  askAsAdmin,
  createAccount,
  newServer,
  nobody,
  password,
  signInByPassword,
  type Account,
} from "./auth.admin.ts";
import { ask, codeOf, emailCount, newAddress, nextEmail, signIn } from "./auth.client.ts";

covers("GET /auth/v1/admin/users/{id}", "PUT /auth/v1/admin/users/{id}", "DELETE /auth/v1/admin/users/{id}");

const wrongId = { status: 404, body: { code: "validation_failed" } };
const notFound = { status: 404, body: { code: "user_not_found" } };
const invalid = { status: 400, body: { code: "validation_failed" } };

describe("one account", () => {
  test("has no admin endpoint for signing out", async () => {
    const { user, access_token: token } = await signIn(newAddress());
    expect(await askAsAdmin("POST", `/admin/users/${user.id}/logout`)).toMatchObject({ status: 404 });
    expect(await ask("GET", "/user", { token })).toMatchObject({ status: 200 });
    expect(await askAsAdmin("GET", `/admin/users/${user.id}`)).toMatchObject({ status: 200 });
  });

  test("is returned with its identities", async () => {
    const { id, email } = await createAccount();
    const { data } = await newServer().auth.admin.getUserById(id);
    expect(data.user).toMatchObject({ id, email, identities: [{ id, provider: "email", email }] });
  });

  test.each(["GET", "PUT", "DELETE"])("is found only by its id: %s", async (method) => {
    const body = method === "PUT" ? {} : undefined;
    expect(await askAsAdmin(method, "/admin/users/ann", body)).toMatchObject(wrongId);
    expect(await askAsAdmin(method, `/admin/users/${nobody}`, body)).toMatchObject(notFound);
  });

  test("merges new metadata into the existing metadata", async () => {
    const { id, email } = await createAccount({
      user_metadata: { name: "Ann", city: "Bern" },
      app_metadata: { plan: "free", seats: 2 },
    });
    const { data } = await newServer().auth.admin.updateUserById(id, {
      user_metadata: { city: null, age: 4 },
      app_metadata: { plan: "paid", seats: null },
      role: "editor",
    });
    expect(data.user).toMatchObject({ id, email, role: "editor" });
    expect(data.user?.user_metadata).toEqual({ name: "Ann", age: 4, email_verified: true });
    expect(data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], plan: "paid" });
  });

  test("changes its email address at once, without an email, and keeps its sessions", async () => {
    const session = await signIn(newAddress());
    const email = newAddress();
    const path = `/admin/users/${session.user.id}`;
    const { status, body } = await askAsAdmin("PUT", path, {
      email: email.toUpperCase(),
      email_confirm: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email });
    expect(body).not.toHaveProperty("new_email");
    expect(await emailCount(email)).toBe(0);
    expect(await askAsAdmin("GET", path)).toMatchObject({
      body: { identities: [{ identity_data: { email, email_verified: true } }] },
    });
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({ body: { email } });
  });

  test("cannot take another account's address", async () => {
    const [one, two] = [await createAccount(), await createAccount()];
    expect(await askAsAdmin("PUT", `/admin/users/${one.id}`, { email: two.email })).toMatchObject({
      status: 500,
      body: { code: "unexpected_failure", message: "Error updating user" },
    });
    expect(await askAsAdmin("GET", `/admin/users/${one.id}`)).toMatchObject({ body: { email: one.email } });
  });

  test("gets a new password, which ends all its sessions", async () => {
    const session = await signIn(newAddress());
    const { id, email } = session.user;
    expect(await askAsAdmin("PUT", `/admin/users/${id}`, { password })).toMatchObject({ status: 200 });
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
    const { refresh_token } = session;
    expect(await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } })).toMatchObject({
      status: 400,
    });
    expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
  });

  test("cannot use a code that was emailed before its new password", async () => {
    const { id, email } = await createAccount();
    await ask("POST", "/otp", { body: { email } });
    const token = codeOf(await nextEmail(email));
    await askAsAdmin("PUT", `/admin/users/${id}`, { password });
    expect(await ask("POST", "/verify", { body: { type: "email", email, token } })).toMatchObject({
      status: 403,
      body: { code: "otp_expired" },
    });
  });

  test("is confirmed by `email_confirm`", async () => {
    const { id, email } = await createAccount({ email_confirm: false, password });
    const { body } = await askAsAdmin("PUT", `/admin/users/${id}`, { email_confirm: true });
    expect(body).toMatchObject({ user_metadata: { email_verified: true } });
    expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
  });

  test("stays unchanged if any part of the change is invalid", async () => {
    const { id } = await createAccount({ user_metadata: { name: "Ann" } });
    const path = `/admin/users/${id}`;
    const wish = { user_metadata: { name: "Eve" } };
    for (const wrong of [{ email: "ann" }, { phone: "call me" }, { ban_duration: "1 day" }]) {
      expect(await askAsAdmin("PUT", path, { ...wish, ...wrong })).toMatchObject(invalid);
    }
    for (const weak of ["abc", ""]) {
      expect(await askAsAdmin("PUT", path, { ...wish, password: weak })).toMatchObject({
        status: 422,
        body: { code: "weak_password" },
      });
    }
    expect(await askAsAdmin("PUT", path, "{")).toMatchObject({ status: 400, body: { code: "bad_json" } });
    expect(await askAsAdmin("GET", path)).toMatchObject({ body: { user_metadata: { name: "Ann" } } });
  });
});

describe("deleting", () => {
  test("removes the account and its sessions, and frees the address", async () => {
    const session = await signIn(newAddress());
    const { id, email } = session.user;
    expect(await askAsAdmin("DELETE", `/admin/users/${id}`)).toMatchObject({ status: 200, body: {} });
    expect(await askAsAdmin("GET", `/admin/users/${id}`)).toMatchObject(notFound);
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: "user_not_found" },
    });
    const { refresh_token } = session;
    expect(await ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token } })).toMatchObject({
      status: 400,
      body: { code: "refresh_token_not_found" },
    });
    expect((await createAccount({ email })).id).not.toBe(id);
  });

  test("softly keeps the row and erases personal data", async () => {
    const session = await signIn(newAddress());
    const { id, email } = session.user;
    const before = await askAsAdmin("PUT", `/admin/users/${id}`, {
      user_metadata: { name: "Ann" },
      password,
    });
    expect(before.status).toBe(200);
    const { error } = await newServer().auth.admin.deleteUser(id, true);
    expect(error).toBeNull();
    const { status, body } = await askAsAdmin("GET", `/admin/users/${id}`);
    expect(status).toBe(200);
    const left = body as Account & { identities: object[] };
    expect(left).toMatchObject({ id, app_metadata: {}, user_metadata: {}, new_phone: expect.any(String) });
    expect(left.identities).toHaveLength(1);
    expect(left.identities[0]).not.toHaveProperty("identity_data");
    expect(left).toHaveProperty("deleted_at");
    expect(JSON.stringify(body)).not.toContain(email);
    expect(await signInByPassword(email, password)).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials" },
    });
    expect((await createAccount({ email })).id).not.toBe(id);
  });

  test("softly ends every session, and can be repeated before the final deletion", async () => {
    const session = await signIn(newAddress());
    const path = `/admin/users/${session.user.id}`;
    const softly = () => askAsAdmin("DELETE", path, { should_soft_delete: true });
    expect(await softly()).toMatchObject({ status: 200, body: {} });
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({ status: 403 });
    const { body } = await askAsAdmin("GET", path);
    expect(await softly()).toMatchObject({ status: 200, body: {} });
    expect((await askAsAdmin("GET", path)).body).toEqual(body);
    expect(await askAsAdmin("DELETE", path)).toMatchObject({ status: 200, body: {} });
    expect(await askAsAdmin("GET", path)).toMatchObject(notFound);
  });

  test("refuses a body that is not JSON and deletes nothing", async () => {
    const { id } = await createAccount();
    expect(await askAsAdmin("DELETE", `/admin/users/${id}`, "{")).toMatchObject({
      status: 400,
      body: { code: "bad_json" },
    });
    expect(await askAsAdmin("GET", `/admin/users/${id}`)).toMatchObject({ status: 200 });
  });
});
