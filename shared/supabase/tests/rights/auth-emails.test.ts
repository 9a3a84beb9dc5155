import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminRow, asAdmin } from "./testing/database.ts";
import { nobody, signUp } from "./testing/people.ts";

/** The emails that Auth sent, as `pnpm check:deployment` counts them. */
async function counted(): Promise<number> {
  const { sent } = await adminRow<{ sent: number }>("select count(*)::int as sent from private.auth_emails");
  return sent;
}

/** Increase of the count after Auth was asked for an email. */
async function countedBy(path: string, email: string) {
  const before = await counted();
  const { status } = await nobody().knock(`/auth/v1${path}`, { method: "POST", body: { email } });
  return { status, more: (await counted()) - before };
}

test("every email of Auth is counted, and only emails", async () => {
  const known = await signUp("counted");
  const fresh = `${randomUUID()}@rights.example`;
  expect(await countedBy("/otp", fresh), "a new account").toEqual({ status: 200, more: 1 });
  expect(await countedBy("/otp", fresh), "again, too soon").toEqual({ status: 429, more: 0 });
  expect(await countedBy("/otp", known.email), "an account that exists").toEqual({ status: 200, more: 1 });
  const other = await signUp("recovering");
  expect(await countedBy("/recover", other.email), "a forgotten password").toEqual({ status: 200, more: 1 });
  expect(await countedBy("/recover", `${randomUUID()}@rights.example`), "no account").toEqual({
    status: 200,
    more: 0,
  });
});

test("counts older than a day are deleted", async () => {
  await asAdmin((query) =>
    query("insert into private.auth_emails select now() - interval '25 hours' from generate_series(1, 3)"),
  );
  expect(await countedBy("/otp", `${randomUUID()}@rights.example`)).toEqual({ status: 200, more: -2 });
});
