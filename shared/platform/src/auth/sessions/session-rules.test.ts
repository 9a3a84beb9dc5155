import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Platform } from "../../platform.ts";
import { callAuth } from "../../testing/call-auth.ts";
import { refresh, signInByCode, type Session } from "../../testing/sign-in.ts";
import { platformWith } from "../../testing/platform-with.ts";

const [minute, hour] = [60_000, 3_600_000];

/** The platform's clock, advanced by hand. */
let now = Date.now();
const clock = () => new Date(now);
const pass = (ms: number) => {
  now += ms;
};

let platform: Platform;
const signIn = (email: string) => signInByCode(platform, email);
const refreshed = ({ refresh_token }: Session) => refresh(platform, refresh_token);
const asOperator = (text: string, values: readonly unknown[]) =>
  platform.database.as("postgres", {}, (query) => query(text, values));

const ended = (why = "") => ({
  status: 400,
  body: { code: "session_expired", message: `Invalid Refresh Token: Session Expired${why}` },
});

describe("with session limits in the settings", () => {
  beforeAll(async () => {
    const added = '[auth.sessions]\ntimebox = "2h"\ninactivity_timeout = "30m"';
    platform = await platformWith({ added }, { clock });
  }, 60_000);
  afterAll(() => platform.stop());

  test("a session ends after its timebox, even if refreshed", async () => {
    let session = await signIn("ann@people.example");
    for (let count = 0; count < 4; count += 1) {
      pass(hour / 2);
      const { status, body } = await refreshed(session);
      expect(status).toBe(200);
      session = body as Session;
    }
    pass(1);
    expect(await refreshed(session)).toMatchObject(ended());
  });

  test("a session ends after inactivity, counted from its last refresh", async () => {
    const neverUsed = await signIn("bob@people.example");
    const used = await signIn("carl@people.example");
    pass(20 * minute);
    const { body } = await refreshed(used);
    pass(20 * minute);
    expect(await refreshed(neverUsed)).toMatchObject(ended(" (Inactivity)"));
    const again = await refreshed(body as Session);
    expect(again.status).toBe(200);
    pass(30 * minute + 1);
    expect(await refreshed(again.body as Session)).toMatchObject(ended(" (Inactivity)"));
  });
});

describe("without rotation", () => {
  beforeAll(async () => {
    const changes = {
      "enable_refresh_token_rotation = true": "enable_refresh_token_rotation = false",
      "jwt_expiry = 3600": "jwt_expiry = 600",
    };
    platform = await platformWith({ changes }, { clock });
  }, 60_000);
  afterAll(() => platform.stop());

  test("an old token is refused, and the active one still works", async () => {
    const first = await signIn("ann@people.example");
    const second = (await refreshed(first)).body as Session;
    const third = (await refreshed(second)).body as Session;
    pass(minute);
    expect(await refreshed(first)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_already_used", message: "Invalid Refresh Token: Already Used" },
    });
    expect(await refreshed(third)).toMatchObject({ status: 200 });
  });

  test("an access token has the configured lifetime", async () => {
    const session = await signIn("bob@people.example");
    expect(session).toMatchObject({ expires_in: 600 });
    const ask = () => callAuth(platform, { method: "GET", path: "/user", token: session.access_token });
    pass(9 * minute);
    expect(await ask()).toMatchObject({ status: 200 });
    pass(minute + 1000);
    expect(await ask()).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
  });
});

describe("with settings that the CLI lacks", () => {
  beforeAll(async () => {
    platform = await platformWith({}, { clock, auth: { singleSessionPerUser: true, lowAalTimeout: 600 } });
  }, 60_000);
  afterAll(() => platform.stop());

  test("with single sessions, the last used one stays valid", async () => {
    const older = await signIn("ann@people.example");
    const somebodyElse = await signIn("bob@people.example");
    pass(minute);
    const newer = await signIn("ann@people.example");
    pass(minute);
    expect(await refreshed(older)).toMatchObject(ended(" (Revoked by Newer Login)"));
    expect(await refreshed(newer)).toMatchObject({ status: 200 });
    expect(await refreshed(somebodyElse)).toMatchObject({ status: 200 });
    await callAuth(platform, { method: "POST", path: "/logout?scope=local", token: newer.access_token });
    expect(await refreshed(older)).toMatchObject({ status: 200 });
  });

  test("an expired newer session does not end an older one", async () => {
    const older = await signIn("dora@people.example");
    pass(minute);
    const newer = await signIn("dora@people.example");
    await asOperator(
      `update auth.sessions set not_after = created_at
     where created_at = (select max(created_at) from auth.sessions where user_id = $1)`,
      [newer.user.id],
    );
    pass(minute);
    expect(await refreshed(older)).toMatchObject({ status: 200 });
    expect(await refreshed(newer)).toMatchObject(ended());
  });

  test("with a low-AAL timeout, sessions that stay at aal1 end", async () => {
    const [withOne, withTwo, shown] = [
      await signIn("one@people.example"),
      await signIn("two@people.example"),
      await signIn("shown@people.example"),
    ];
    for (const { user } of [withTwo, shown]) {
      await asOperator(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'Phone', 'totp', 'verified', now(), now(), 'secret')`,
        [user.id],
      );
    }
    await asOperator("update auth.sessions set aal = 'aal2' where user_id = $1", [shown.user.id]);
    pass(10 * minute + 1);
    expect(await refreshed(withTwo)).toMatchObject(ended(" (Low AAL: User Needs MFA Verification)"));
    expect(await refreshed(shown)).toMatchObject({ status: 200 });
    expect(await refreshed(withOne)).toMatchObject({ status: 200 });
  });
});
