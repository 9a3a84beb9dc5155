import { afterAll, beforeAll, expect, test } from "vitest";
import { localKeys, signToken } from "../../keys.ts";
import { startPlatform, type Platform } from "../../platform.ts";

/** Behaviour that no acceptance spec shows: what only this platform does, and races. With the product's triggers. */

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
}, 60_000);
afterAll(() => platform.stop());

async function ask(method: string, path: string, body?: unknown, token = platform.serviceKey) {
  const response = await fetch(`${platform.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: platform.serviceKey,
      authorization: `Bearer ${token}`,
      "x-supabase-api-version": "2024-01-01",
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test.each([
  ["supabase_admin", 200],
  ["service_role", 200],
  ["postgres", 403],
  [undefined, 403],
])("the role %s may administer accounts: %i", async (role, status) => {
  const token = signToken({ role, exp: 4_000_000_000 }, localKeys.jwtSecret);
  expect((await ask("GET", "/admin/users", undefined, token)).status).toBe(status);
});

test("an account can be created, listed, used and deleted", async () => {
  const [password, email] = ["a long password 1", "whole@mail.example"];
  const created = await ask("POST", "/admin/users", { email, password, email_confirm: true });
  const id = String(created.body["id"]);
  // On an administrator's word alone, nothing is proven.
  expect(created.body).toMatchObject({ identities: [{ identity_data: { email_verified: false } }] });
  const { body } = await ask("GET", "/admin/users");
  expect(body).toMatchObject({ users: [{ email, identities: null }] });
  const signedIn = await ask("POST", "/token?grant_type=password", { email, password });
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id } } });
  expect(await ask("DELETE", `/admin/users/${id}`)).toMatchObject({ status: 200 });
  expect(await ask("GET", `/admin/users/${id}`)).toMatchObject({ status: 404 });
});

test("of simultaneous creations one succeeds", async () => {
  const create = () => ask("POST", "/admin/users", { email: "twice@mail.example" });
  const responses = await Promise.all(Array.from({ length: 4 }, create));
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 422, 422, 422,
  ]);
});

test.each([
  ["an id", "POST", "/admin/users", { id: "2f9a4b1e-0000-4000-8000-000000000000" }, "id"],
  ["a role", "POST", "/admin/users", { role: "editor" }, "role"],
  ["a password from elsewhere", "POST", "/admin/users", { password_hash: "$2a$10$x" }, "password_hash"],
  ["a ban", "POST", "/admin/users", { ban_duration: "1h" }, "ban_duration"],
  ["another type of link", "POST", "/admin/generate_link", { type: "invite" }, 'A link of the type "invite"'],
  ["a filter", "GET", "/admin/users?filter=ann", undefined, "A list of users with `filter`"],
])("%s isn't emulated, and refused by name", async (_, method, path, more, what) => {
  const body = more && { email: "plain@mail.example", ...more };
  expect(await ask(method, path, body)).toMatchObject({
    status: 400,
    body: { code: "validation_failed", message: `${what} is not supported by the local platform` },
  });
});

test("a soft deletion isn't emulated, and deletes nothing", async () => {
  const { body } = await ask("POST", "/admin/users", { email: "kept@mail.example" });
  const path = `/admin/users/${String(body["id"])}`;
  expect(await ask("DELETE", path, { should_soft_delete: true })).toMatchObject({ status: 400 });
  expect(await ask("GET", path)).toMatchObject({ status: 200 });
});
