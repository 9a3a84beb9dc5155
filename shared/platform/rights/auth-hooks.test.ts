import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { describe, expect, inject, test } from "vitest";
import { adminRow, adminRows, asAdmin, database, somebodyWaits } from "./testing/database.ts";

/** The functions that Auth calls, called as Auth does: as its own role, each in a transaction of its own. */

interface Answer {
  error?: { http_code: number; message: string };
}

async function ask(hook: string, event: unknown): Promise<Answer> {
  const { rows } = await database.as("supabase_auth_admin", {}, (query) =>
    query<{ answer: Answer }>(`select hooks.${hook}($1::jsonb) as answer`, [JSON.stringify(event)]),
  );
  return rows[0]?.answer ?? {};
}

const newAccount = (ip_address?: string) => ask("before_user_created", { metadata: { ip_address } });

/** Enters a state that only time or many attempts lead to. */
const prepare = (text: string, values: readonly unknown[]) => asAdmin((query) => query(text, values));

const setHour = (network: string, hoursAgo: number, accounts: number) =>
  prepare(
    `insert into private.new_accounts values ($1, date_trunc('hour', now()) - $2 * interval '1 hour', $3)
     on conflict (network, hour) do update set accounts = excluded.accounts`,
    [network, hoursAgo, accounts],
  );

const refused = {
  error: { http_code: 429, message: "Too many new accounts from this network. Try again later." },
};

test("new accounts of one network are limited per hour", async () => {
  await setHour("198.51.100.0/24", 0, limits.newAccountsPerHour - 1);
  expect(await newAccount("198.51.100.1")).toEqual({});
  expect(await newAccount("198.51.100.2")).toEqual(refused);
  expect(await newAccount("198.51.101.2"), "the network beside it").toEqual({});
});

test("all addresses of an IPv6 network of 64 bits count as one", async () => {
  await setHour("2001:db8:1:2::/64", 0, limits.newAccountsPerHour - 1);
  expect(await newAccount("2001:db8:1:2:aaaa::1")).toEqual({});
  expect(await newAccount("2001:db8:1:2:bbbb::1")).toEqual(refused);
  expect(await newAccount("2001:db8:1:3::1")).toEqual({});
});

test("new accounts of one network are limited per day, and refused ones don't count", async () => {
  await setHour("203.0.113.0/24", 24, 1000);
  await setHour("203.0.113.0/24", 23, limits.newAccountsPerDay - 1);
  expect(await newAccount("203.0.113.1")).toEqual({});
  for (let count = 0; count < 3; count += 1) expect(await newAccount("203.0.113.1")).toEqual(refused);
  const hours = await adminRows<{ accounts: number }>(
    "select accounts from private.new_accounts where network = '203.0.113.0/24' order by hour desc",
  );
  expect(hours[0]).toEqual({ accounts: 1 });
});

test("counts older than a day are deleted", async () => {
  await setHour("192.0.2.0/24", 25, 7);
  await newAccount("192.0.2.1");
  const { hours } = await adminRow<{ hours: number }>(
    "select count(*)::int as hours from private.new_accounts where network = '192.0.2.0/24'",
  );
  expect(hours).toBe(1);
});

test.each([undefined, "", "nowhere", "127.0.0.1", "::1"])(
  "an account from %s is not counted",
  async (from) => {
    const before = await adminRows("select network from private.new_accounts");
    expect(await newAccount(from)).toEqual({});
    expect(await adminRows("select network from private.new_accounts")).toHaveLength(before.length);
  },
);

/** Attempts on an account of its own. */
function attempts(hook: "mfa_verification_attempt" | "password_verification_attempt") {
  const user_id = randomUUID();
  const factor_id = randomUUID();
  return {
    user_id,
    factor_id,
    /** Seconds to wait, as the refusal says; 0 if the attempt isn't refused. */
    attempt: async (valid: boolean) => {
      const { error } = await ask(hook, { user_id, factor_id, factor_type: "totp", valid });
      if (error) expect(error.http_code).toBe(429);
      return Number(/again in (\d+) seconds/.exec(error?.message ?? "")?.[1] ?? 0);
    },
    wait: () =>
      prepare("update private.wrong_attempts set blocked_until = '-infinity' where account = $1", [user_id]),
    /** Makes the factor one that its owner has set up. */
    setUp: async () => {
      await prepare("insert into auth.users (id, email) values ($1, $2)", [
        user_id,
        `${user_id}@mail.example`,
      ]);
      await prepare(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         values ($1, $2, 'totp', 'verified', now(), now())`,
        [factor_id, user_id],
      );
    },
    count: async () =>
      (
        await adminRows<{ count: number }>("select count from private.wrong_attempts where account = $1", [
          user_id,
        ])
      )[0]?.count ?? 0,
  };
}

const kinds = ["mfa_verification_attempt", "password_verification_attempt"] as const;

/** Seconds that may pass between an attempt and the next. */
const around = (seconds: number) => (got: number) => got > seconds - 10 && got <= seconds;

test.each(kinds)(
  "%s: after wrong ones in a row, all are refused, at first for a short time",
  async (hook) => {
    const { attempt, wait, count, setUp } = attempts(hook);
    await setUp();
    for (let wrong = 1; wrong <= limits.wrongAttempts; wrong += 1) expect(await attempt(false)).toBe(0);
    expect(await attempt(true)).toSatisfy(around(limits.firstWait));
    expect(await attempt(false)).toSatisfy(around(limits.firstWait));
    expect(await count()).toBe(limits.wrongAttempts);
    await wait();
    expect(await attempt(false)).toBe(0);
    expect(await attempt(true)).toSatisfy(around(2 * limits.firstWait));
    await wait();
    expect(await attempt(true)).toBe(0);
    expect(await count()).toBe(0);
  },
);

test.each(kinds)(
  "%s: the wait never exceeds its maximum, and a day without wrong attempts resets it",
  async (hook) => {
    const { user_id, attempt, wait, count } = attempts(hook);
    await attempt(false);
    await prepare("update private.wrong_attempts set count = 10000 where account = $1", [user_id]);
    await attempt(false);
    expect(await attempt(true)).toSatisfy(around(limits.longestWait));
    await wait();
    const longAgo =
      "update private.wrong_attempts set last_at = now() - interval '25 hours' where account = $1";
    await prepare(longAgo, [user_id]);
    expect(await attempt(false)).toBe(0);
    expect(await count()).toBe(1);
    await prepare(longAgo, [user_id]);
    await attempts(hook).attempt(false);
    expect(await count(), "deleted as others are counted").toBe(0);
  },
);

test("codes, passwords and accounts are counted apart", async () => {
  const code = attempts("mfa_verification_attempt");
  for (let wrong = 0; wrong < limits.wrongAttempts; wrong += 1) await code.attempt(false);
  expect(await code.attempt(false)).toBeGreaterThan(0);
  expect(await attempts("mfa_verification_attempt").attempt(false)).toBe(0);
  const { user_id } = code;
  expect(await ask("password_verification_attempt", { user_id, valid: false })).toEqual({});
});

test("a code during setup doesn't reset the count", async () => {
  const { attempt, count } = attempts("mfa_verification_attempt");
  await attempt(false);
  await attempt(false);
  expect(await attempt(true)).toBe(0);
  expect(await count()).toBe(2);
});

/** Asks while another question has been answered but isn't committed. */
async function askBetween(hook: string, event: unknown, then: () => Promise<unknown>): Promise<unknown> {
  let later: Promise<unknown> = Promise.resolve();
  await database.as("supabase_auth_admin", {}, async (query) => {
    await query(`select hooks.${hook}($1::jsonb)`, [JSON.stringify(event)]);
    later = then();
    await somebodyWaits();
  });
  return later;
}

describe.runIf(inject("databaseUrl") !== "")("simultaneous requests count each other", () => {
  test("as attempts", async () => {
    const { user_id, attempt } = attempts("mfa_verification_attempt");
    for (let wrong = 1; wrong < limits.wrongAttempts; wrong += 1) await attempt(false);
    const wait = await askBetween("mfa_verification_attempt", { user_id, valid: false }, () => attempt(true));
    expect(wait).toSatisfy(around(limits.firstWait));
  });

  test("as new accounts", async () => {
    await setHour("198.18.0.0/24", 0, limits.newAccountsPerHour - 1);
    const event = { metadata: { ip_address: "198.18.0.1" } };
    expect(await askBetween("before_user_created", event, () => newAccount("198.18.0.2"))).toEqual(refused);
  });
});

test("only Auth's role may execute its hooks", async () => {
  const rows = await adminRows<{ name: string; roles: string[] }>(
    `select p.proname as name, array(
       select r.rolname::text from pg_roles r
       where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin')
         and has_function_privilege(r.oid, p.oid, 'EXECUTE') order by 1
     ) as roles
     from pg_proc p where p.pronamespace = 'hooks'::regnamespace order by 1`,
  );
  const auth = ["supabase_auth_admin"];
  expect(rows).toEqual([
    { name: "before_user_created", roles: auth },
    { name: "check_request", roles: ["anon", "authenticated", "service_role"] },
    { name: "mfa_verification_attempt", roles: auth },
    { name: "password_verification_attempt", roles: auth },
  ]);
});
