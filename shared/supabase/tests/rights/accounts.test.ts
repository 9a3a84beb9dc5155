import { randomUUID } from "node:crypto";
import { cookieBudget } from "@sheaf/contract/cookies";
import { codeIn, mailpitClient } from "@sheaf/platform/mailpit-client";
import { expect, inject, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { nobody } from "./testing/people.ts";

/** Inserts an account with a password hash, confirmed or not, and returns its id. */
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
  "a password set before the address was verified is removed when an owner who %s verifies it",
  async (_, sent) => {
    const id = await account({ [sent]: "now()" });
    await confirm(id);
    expect(await passwordOf(id)).toBe("");
  },
);

test("a password set after the address was verified stays when it is verified again", async () => {
  const id = await account({ confirmation_sent_at: "now()", email_confirmed_at: "now()" });
  await confirm(id);
  expect(await passwordOf(id)).toMatch(/^\$2a/);
});

test("an account confirmed by an administrator keeps its password", async () => {
  const id = await account({});
  await confirm(id);
  expect(await passwordOf(id)).toMatch(/^\$2a/);
});

test("a password set by a stranger stops working when the address's owner signs in", async () => {
  const email = `${randomUUID()}@rights.example`;
  const stranger = nobody();
  const auth = (path: string, body: unknown) => stranger.knock(`/auth/v1/${path}`, { method: "POST", body });
  const mailbox = mailpitClient({ url: inject("platform").mailboxUrl });
  const signInByPassword = () => auth("token?grant_type=password", { email, password: "stranger's own 1" });

  granted(await auth("signup", { email, password: "stranger's own 1" }));
  expect((await signInByPassword()).status).toBe(400);

  const token = codeIn(await mailbox.nextEmail({ to: email }));
  granted(await auth("verify", { type: "email", email, token }));
  expect(await signInByPassword()).toMatchObject({
    status: 400,
    body: { error_code: "invalid_credentials" },
  });
});

test.each(["signup", "otp"])(
  "metadata that a stranger sets by %s is removed when the address's owner signs in",
  async (path) => {
    const email = `${randomUUID()}@rights.example`;
    const auth = (to: string, body: unknown) => nobody().knock(`/auth/v1/${to}`, { method: "POST", body });
    const mailbox = mailpitClient({ url: inject("platform").mailboxUrl });
    const words = "stranger".repeat(1000);
    const data = { note: words, [words]: 1, email_verified: true, phone_verified: words, sub: words };

    granted(await auth(path, { email, password: "stranger's own 1", data }));
    const token = codeIn(await mailbox.nextEmail({ to: email }));
    const session = granted(await auth("verify", { type: "email", email, token }));

    const kept = JSON.stringify(session);
    expect(kept).not.toContain("stranger");
    // The session is stored in cookies, which every request carries.
    expect(Buffer.from(kept).toString("base64url").length).toBeLessThan(cookieBudget.warned);
    expect(session).toMatchObject({
      user: {
        user_metadata: { email, email_verified: true, phone_verified: false },
        identities: [{ identity_data: { email, email_verified: true } }],
      },
    });
  },
);
