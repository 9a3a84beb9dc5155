import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";

/** An account made by plain SQL with a password hash, confirmed or not; answers its id. */
async function account(columns: Record<string, string>): Promise<string> {
  const id = randomUUID();
  const all = {
    id: `'${id}'`,
    aud: "'authenticated'",
    role: "'authenticated'",
    email: `'${id}@rights.example'`,
    encrypted_password: "'$2a$10$somebodyelseshash'",
    ...columns,
  };
  await asAdmin((query) =>
    query(`insert into auth.users (${Object.keys(all).join()}) values (${Object.values(all).join()})`),
  );
  return id;
}

const passwordOf = async (id: string) =>
  (
    await adminRow<{ password: string }>(
      "select encrypted_password as password from auth.users where id = $1",
      [id],
    )
  ).password;

const confirm = (id: string) =>
  asAdmin((query) => query("update auth.users set email_confirmed_at = now() where id = $1", [id]));

test.each([
  ["signed up", "confirmation_sent_at"],
  ["asked for a new password", "recovery_sent_at"],
  ["was invited", "invited_at"],
])(
  "a password chosen before the address was proven is gone once its owner, who %s, proves it",
  async (_, sent) => {
    const id = await account({ [sent]: "now()" });
    await confirm(id);
    expect(await passwordOf(id)).toBe("");
  },
);

test("a password set after the address was proven stays when it is confirmed again", async () => {
  const id = await account({ confirmation_sent_at: "now()", email_confirmed_at: "now()" });
  await confirm(id);
  expect(await passwordOf(id)).toMatch(/^\$2a/);
});

test("an account that an administrator confirms keeps the password it was given", async () => {
  const id = await account({});
  await confirm(id);
  expect(await passwordOf(id)).toMatch(/^\$2a/);
});
