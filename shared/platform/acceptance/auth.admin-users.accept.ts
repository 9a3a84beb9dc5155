import { randomUUID } from "node:crypto";
import { hash } from "bcryptjs";
import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { askAsAdmin, createAccount, newServer, nobody, password, signInByPassword } from "./auth.admin.ts";
import { ask, claimsOf, emailCount, newAddress, signIn, type Session } from "./auth.client.ts";

covers(
  "GET /auth/v1/admin/users",
  "POST /auth/v1/admin/users",
  "GET /auth/v1/admin/users/{id}/factors",
  "POST /auth/v1/admin/generate_link",
  "POST /auth/v1/invite",
  "GET /auth/v1/admin/users/{id}",
  "PUT /auth/v1/admin/users/{id}",
  "DELETE /auth/v1/admin/users/{id}",
);

const invalid = { status: 400, body: { code: "validation_failed" } };

describe("access to the admin endpoints", () => {
  const endpoints = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${nobody}`],
    ["PUT", `/admin/users/${nobody}`],
    ["DELETE", `/admin/users/${nobody}`],
    ["GET", `/admin/users/${nobody}/factors`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ] as const;

  test.each(endpoints)("refuses a signed-in user: %s %s", async (method, path) => {
    const { access_token: token } = await signIn(newAddress());
    const refused = { status: 403, body: { code: "not_admin", message: "User not allowed" } };
    expect(await ask(method, path, { token })).toMatchObject(refused);
  });

  test.each(endpoints)("refuses requests without an admin token: %s %s", async (method, path) => {
    expect(await ask(method, path)).toMatchObject({ status: 403, body: { code: "not_admin" } });
    expect(await ask(method, path, { token: "no.token.atall" })).toMatchObject({
      status: 403,
      body: { code: "bad_jwt" },
    });
  });
});

describe("creating an account", () => {
  test("sends no email and leaves the address unconfirmed", async () => {
    const email = newAddress();
    const { status, body } = await askAsAdmin("POST", "/admin/users", {
      email,
      user_metadata: { name: "Ann" },
      app_metadata: { plan: "free" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email,
      aud: "authenticated",
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"], plan: "free" },
      user_metadata: { name: "Ann" },
      identities: [{ provider: "email", identity_data: { email, email_verified: false } }],
    });
    for (const absent of ["email_confirmed_at", "confirmed_at", "confirmation_sent_at", "invited_at"]) {
      expect(body).not.toHaveProperty(absent);
    }
    expect(await emailCount(email)).toBe(0);
  });

  test("with `email_confirm` lets its user sign in at once", async () => {
    const email = newAddress();
    const { data, error } = await newServer().auth.admin.createUser({ email, password, email_confirm: true });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, user_metadata: { email_verified: true } });
    expect(data.user?.email_confirmed_at).toBeDefined();
    expect(await signInByPassword(email, password)).toMatchObject({ status: 200 });
  });

  test("without it leaves the address to be confirmed", async () => {
    const { email } = await createAccount({ email_confirm: false, password });
    const refused = { status: 400, body: { code: "email_not_confirmed" } };
    expect(await signInByPassword(email, password)).toMatchObject(refused);
    expect((await signIn(email)).user.email).toBe(email);
  });

  test("accepts an id, a role and a password hash from another system", async () => {
    const id = randomUUID();
    const password_hash = await hash(password, 4);
    const { email } = await createAccount({ id, password_hash, role: "service_role" });
    const { status, body } = await signInByPassword(email, password);
    expect(status).toBe(200);
    const { access_token, user } = body as Session;
    expect(user).toMatchObject({ id, role: "service_role" });
    expect(claimsOf(access_token)).toMatchObject({ sub: id, role: "service_role" });
    expect(await ask("GET", "/admin/users", { token: access_token })).toMatchObject({ status: 200 });
  });

  test("accepts argon2 hashes, and refuses text that is not a hash", async () => {
    const password_hash =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    const { email } = await createAccount({ password_hash });
    expect(await signInByPassword(email, "password")).toMatchObject({ status: 200 });
    expect(await signInByPassword(email, "passw0rd")).toMatchObject({
      status: 400,
      body: { code: "invalid_credentials" },
    });
    const wrong = { email: newAddress(), password_hash: "5f4dcc3b5aa765d61d8327deb882cf99" };
    expect(await askAsAdmin("POST", "/admin/users", wrong)).toMatchObject({
      status: 500,
      body: { code: "unexpected_failure", message: "Error creating user" },
    });
  });

  test("refuses a second account for an address, ignoring case", async () => {
    const { email } = await createAccount();
    for (const again of [email, email.toUpperCase()]) {
      expect(await askAsAdmin("POST", "/admin/users", { email: again })).toMatchObject({
        status: 422,
        body: { code: "email_exists", message: "A user with this email address has already been registered" },
      });
    }
  });

  test("refuses a second account for an id", async () => {
    const { id } = await createAccount();
    expect(await askAsAdmin("POST", "/admin/users", { email: newAddress(), id })).toMatchObject({
      status: 500,
      body: { code: "unexpected_failure", message: "Database error creating new user" },
    });
  });

  test.each([
    ["neither address nor number", { email: "" }],
    ["an invalid address", { email: "ann" }],
    ["an invalid number", { phone: "call me" }],
    ["an invalid id", { id: "1" }],
    ["the nil id", { id: "00000000-0000-0000-0000-000000000000" }],
    ["a password and a hash", { password, password_hash: "$2a$10$x" }],
    ["an invalid ban duration", { ban_duration: "a while" }],
  ])("refuses %s", async (_, attributes) => {
    const response = await askAsAdmin("POST", "/admin/users", { email: newAddress(), ...attributes });
    expect(response).toMatchObject(invalid);
  });

  test("accepts a weak password, but none that is too long for bcrypt", async () => {
    const weak = await askAsAdmin("POST", "/admin/users", { email: newAddress(), password: "abc" });
    // Versions after 2.196 apply the password rules here.
    expect([200, 422]).toContain(weak.status);
    const tooLong = { email: newAddress(), password: "a".repeat(73) };
    // The service lets bcrypt's own error through.
    expect([400, 500]).toContain((await askAsAdmin("POST", "/admin/users", tooLong)).status);
  });

  test("refuses a body that is not JSON", async () => {
    for (const body of ["", "{", '{"email":1}']) {
      expect(await askAsAdmin("POST", "/admin/users", body)).toMatchObject({
        status: 400,
        body: { code: "bad_json" },
      });
    }
  });

  test("with a phone number alone creates an account without an email address", async () => {
    const phone = `49${Array.from(randomUUID().replaceAll(/\D/g, "").padEnd(11, "1")).slice(0, 11).join("")}`;
    const account = await askAsAdmin("POST", "/admin/users", { phone: `+${phone}`, phone_confirm: true });
    expect(account).toMatchObject({
      status: 200,
      body: { phone, email: "", app_metadata: { provider: "phone", providers: ["phone"] } },
    });
    expect(account.body).toHaveProperty("phone_confirmed_at");
    expect(account.body).not.toHaveProperty("email_confirmed_at");
    expect(await askAsAdmin("POST", "/admin/users", { phone })).toMatchObject({
      status: 422,
      body: { code: "phone_exists" },
    });
  });
});
