import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { type Person, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";

/** Adds an identity with these claims about its address and returns its id. */
async function identityOf(person: Person, provider: string, email: string): Promise<string> {
  const id = randomUUID();
  const data = { sub: id, email, email_verified: true };
  await asAdmin((query) =>
    query(
      `insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
       values ($1, $2, $3, $4, $5, now(), now())`,
      [id, id, provider, person.userId, JSON.stringify(data)],
    ),
  );
  return id;
}

async function remove(person: Person, id: string) {
  await prove(person, "identities");
  return person.knock(`/auth/v1/user/identities/${id}`, { method: "DELETE" });
}

const addressOf = async (person: Person) =>
  (await adminRow<{ email: string }>("select email from auth.users where id = $1", [person.userId])).email;

test.each(["email", "google"])(
  "a stolen session can't change the account's address by unlinking %s",
  async (provider) => {
    const anna = await signUp("anna");
    const own = await identityOf(anna, provider, anna.email);
    await identityOf(anna, "github", `${randomUUID()}@stranger.example`);
    expect((await remove(anna, own)).status).toBe(500);
    expect(await addressOf(anna)).toBe(anna.email);
  },
);

test("an identity can be unlinked if another one has the account's address", async () => {
  const anna = await signUp("anna");
  const first = await identityOf(anna, "google", anna.email);
  await identityOf(anna, "email", anna.email);
  const other = await identityOf(anna, "github", "anna@elsewhere.example");
  granted(await remove(anna, other));
  granted(await remove(anna, first));
  expect(await addressOf(anna)).toBe(anna.email);
});

test("deleting an account also deletes the identity with its address", async () => {
  const anna = await signUp("anna");
  const own = await identityOf(anna, "email", anna.email);
  await prove(anna, "delete_account");
  granted(await anna.rpc("delete_account", { workspaces: [] }));
  const left = await adminRow<{ count: number }>(
    "select count(*)::int as count from auth.identities where id = $1",
    [own],
  );
  expect(left.count).toBe(0);
});
