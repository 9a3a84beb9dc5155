import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { describe, expect, inject, test } from "vitest";
import { adminRow, adminRows, asAdmin, database, somebodyWaits } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import { draftOf, openWorkspace, sendRequest } from "./testing/requests.ts";

/** The functions that Auth calls, called as Auth does: as its own role, each in a separate transaction. */

interface Answer {
  error?: { http_code: number; message: string };
}

async function callHook(hook: string, event: unknown): Promise<Answer> {
  const { rows } = await database.as("supabase_auth_admin", {}, (query) =>
    query<{ answer: Answer }>(`select hooks.${hook}($1::jsonb) as answer`, [JSON.stringify(event)]),
  );
  return rows[0]?.answer ?? {};
}

const newAccount = (ip_address?: string, email = `${randomUUID()}@stranger.example`) =>
  callHook("before_user_created", { metadata: { ip_address }, user: { email } });

/** Enters a state that only time or many attempts lead to. */
const prepare = (text: string, values: readonly unknown[]) => asAdmin((query) => query(text, values));

const setHour = (network: string, hoursAgo: number, accounts: number) =>
  prepare(
    `insert into private.new_accounts values ($1, date_trunc('hour', now()) - $2 * interval '1 hour', $3)
     on conflict (network, hour) do update set accounts = excluded.accounts`,
    [network, hoursAgo, accounts],
  );

const refused = {
  error: {
    http_code: 429,
    message: expect.stringMatching(
      /^Too many new accounts from this network\. Try again in \d+ seconds\.$/,
    ) as string,
  },
};

const secondsIn = ({ error }: Answer) => Number(/in (\d+) seconds/.exec(error?.message ?? "")?.[1]);

/** Seconds until the database's next hour begins. */
const restOfHour = async () =>
  (
    await adminRow<{ seconds: number }>(
      "select ceil(extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now()))::int as seconds",
    )
  ).seconds;

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

test("a refusal says when the network's hour or day ends", async () => {
  await setHour("198.51.102.0/24", 0, limits.newAccountsPerHour);
  const rest = await restOfHour();
  expect(secondsIn(await newAccount("198.51.102.1"))).toSatisfy(
    (seconds: number) => seconds <= rest && seconds > rest - 10,
  );
  await setHour("198.51.103.0/24", 20, 100);
  await setHour("198.51.103.0/24", 5, 200);
  await setHour("198.51.103.0/24", 2, 150);
  // The hour of five hours ago makes it 350: without it 250 are left, so one fits again after 18 more hours.
  const ofDay = await restOfHour();
  expect(secondsIn(await newAccount("198.51.103.1"))).toSatisfy(
    (seconds: number) => seconds <= ofDay + 18 * 3600 && seconds > ofDay + 18 * 3600 - 10,
  );
});

describe("an address that was asked", () => {
  const addressOf = (name: string) => `${name}-${randomUUID()}@asked.example`;
  /** A network whose accounts of the hour are used up. @returns an address in it. */
  async function usedUp(network: string): Promise<string> {
    await setHour(`${network}.0/24`, 0, limits.newAccountsPerHour);
    return `${network}.7`;
  }
  /** A request that asks one address that has no account. */
  async function ask(address: string, sends = true) {
    const requester = await signUp("nora");
    const workspace = await openWorkspace(requester);
    const draft = draftOf([{ title: "Passport" }], [address]);
    const request = granted(await requester.rpc("create_request", { workspace, draft }));
    if (sends) granted(await requester.rpc("send_request", { request }));
    return { requester, workspace, request };
  }

  test("gets its account in a network that is used up, however it is written", async () => {
    const [from, address] = [await usedUp("198.51.104"), addressOf("employee")];
    expect(await newAccount(from, address), "before it is asked").toEqual(refused);
    const { requester, request } = await ask(address);
    expect(await newAccount(from, address.toUpperCase())).toEqual({});
    expect(await newAccount(from), "a stranger").toEqual(refused);
    granted(await requester.rpc("cancel_request", { request }));
    expect(await newAccount(from, address), "after the request is cancelled").toEqual(refused);
  });

  test("is one that a member was invited by, and one that was handed an item", async () => {
    const from = await usedUp("198.51.105");
    const [colleague, accountant] = [addressOf("colleague"), addressOf("accountant")];
    const sent = await sendRequest({});
    const { requester, workspace, recipient, item } = sent;
    await prove(requester, "roles");
    granted(await requester.rpc("invite_member", { workspace, email: colleague, role: "member" }));
    granted(await recipient.rpc("hand_off_item", { item: item.id, email: accountant, name: "" }));
    expect(await newAccount(from, colleague)).toEqual({});
    expect(await newAccount(from, accountant)).toEqual({});
  });

  test("is none of a draft, which has asked no one yet", async () => {
    const [from, address] = [await usedUp("198.51.106"), addressOf("drafted")];
    await ask(address, false);
    expect(await newAccount(from, address)).toEqual(refused);
  });

  test("doesn't use up the accounts of others, and its own budget ends at last", async () => {
    const address = addressOf("employee");
    await ask(address);
    const network = "198.51.107.0/24";
    await setHour(network, 0, limits.newAccountsPerHour - 1);
    expect(await newAccount("198.51.107.1", address)).toEqual({});
    const counted = () =>
      adminRow("select accounts, expected, refused from private.new_accounts where network = $1", [network]);
    expect(await counted()).toEqual({ accounts: limits.newAccountsPerHour - 1, expected: 1, refused: 0 });
    await prepare("update private.new_accounts set expected = $2 where network = $1", [
      network,
      limits.newExpectedAccountsPerHour,
    ]);
    expect(await newAccount("198.51.107.1", address), "as a stranger").toEqual({});
    expect(await newAccount("198.51.107.1", address)).toEqual(refused);
  });

  test("can't be told from others by a refusal, and can be guessed only so often", async () => {
    const [from, address] = [await usedUp("198.51.108"), addressOf("employee")];
    await ask(address);
    for (let guess = 0; guess < limits.refusedAccountsPerHour; guess += 1) {
      expect(await newAccount(from)).toEqual(refused);
    }
    const [asked, other] = [await newAccount(from, address), await newAccount(from)];
    expect(asked).toEqual(refused);
    expect(Math.abs(secondsIn(asked) - secondsIn(other))).toBeLessThanOrEqual(1);
  });
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

/** Attempts on a new account. */
function attempts(hook: "mfa_verification_attempt" | "password_verification_attempt") {
  const user_id = randomUUID();
  const factor_id = randomUUID();
  return {
    user_id,
    factor_id,
    /** Seconds to wait, as the refusal says; 0 if the attempt isn't refused. */
    attempt: async (valid: boolean) => {
      const { error } = await callHook(hook, { user_id, factor_id, factor_type: "totp", valid });
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
  expect(await callHook("password_verification_attempt", { user_id, valid: false })).toEqual({});
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
