import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminRows, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import { begin, get, put, sendRequest, statusOf, upload } from "./testing/requests.ts";

interface Device {
  id: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  aal: string;
  is_current: boolean;
}

const sessionOf = (person: Person) => String(person.claims["session_id"]);
const devicesOf = async (person: Person) => granted(await person.rpc("my_sessions", {})) as Device[];

async function describeSession(person: Person, changes: string): Promise<void> {
  await asAdmin((query) => query(`update auth.sessions set ${changes} where id = $1`, [sessionOf(person)]));
}

describe("the list of devices", () => {
  test("contains the caller's sessions, last used first, with the current one marked", async () => {
    const desk = await signUp("anna");
    const phone = await signIn(desk);
    await signUp("somebody-else");
    await describeSession(desk, "user_agent = 'Firefox', ip = '2001:db8::7', aal = 'aal2'");
    await describeSession(phone, "refreshed_at = (now() at time zone 'utc') + interval '5 minutes'");

    const devices = await devicesOf(desk);
    expect(devices.map(({ id, is_current }) => [id, is_current])).toEqual([
      [sessionOf(phone), false],
      [sessionOf(desk), true],
    ]);
    expect(devices[1]).toMatchObject({ user_agent: "Firefox", ip: "2001:db8::7", aal: "aal2" });
  });

  test("shows the time of last use, whatever the time zone of the database", async () => {
    const anna = await signUp("anna");
    await describeSession(anna, "refreshed_at = '2031-01-01T10:00:00'");
    const zones = ["UTC", "Asia/Tokyo", "America/Lima"];
    for (const zone of zones) {
      const { rows } = await anna.sql(
        (query) => query<{ at: Date }>("select last_used_at as at from public.my_sessions()"),
        { timezone: zone },
      );
      expect(rows[0]?.at.toISOString(), zone).toBe("2031-01-01T10:00:00.000Z");
    }
  });

  test("omits expired sessions", async () => {
    const anna = await signUp("anna");
    await describeSession(await signIn(anna), "not_after = now() - interval '1 second'");
    const longer = await signIn(anna);
    await describeSession(longer, "not_after = now() + interval '1 day'");
    const ids = (await devicesOf(anna)).map(({ id }) => id);
    expect(ids.sort()).toEqual([sessionOf(anna), sessionOf(longer)].sort());
  });
});

describe("a device signed out from another", () => {
  test("has no access at once, although its token has not expired", async () => {
    const { id, recipient: phone, item } = await sendRequest({});
    const desk = await signIn(phone);
    const file = await upload(phone, item.id);
    const begun = await begin(phone, item.id);
    expect(await statusOf(phone, id)).toBe("open");

    await prove(desk, "sessions");
    granted(await desk.rpc("end_session", { session: sessionOf(phone) }));
    expect(await statusOf(phone, id)).toBe("none");
    expect(granted(await phone.knock("/rest/v1/profiles?select=user_id"))).toEqual([]);
    expect(await get(phone, file.object_key)).toMatchObject({ status: 400, body: { statusCode: "404" } });
    expect((await put(phone, begun.object_key)).status).toBe(400);
    expectRefusal(await phone.rpc("my_sessions", {}), 401, "session.required");
    expectRefusal(await phone.rpc("end_other_sessions", {}), 401, "session.required");
    // The other session stays active.
    expect(await statusOf(desk, id)).toBe("open");
    expect(await get(desk, file.object_key)).toMatchObject({ status: 200 });
  });

  test("can't refresh its session, because its refresh tokens are deleted", async () => {
    const desk = await signUp("anna");
    const phone = await signIn(desk);
    await asAdmin((query) =>
      query(
        `insert into auth.refresh_tokens (token, user_id, session_id, revoked, created_at, updated_at)
         values ($1, $2, $3, false, now(), now())`,
        [randomUUID(), phone.userId, sessionOf(phone)],
      ),
    );
    await prove(desk, "sessions");
    granted(await desk.rpc("end_session", { session: sessionOf(phone) }));
    const left = await adminRows("select from auth.refresh_tokens where user_id = $1", [phone.userId]);
    expect(left).toEqual([]);
  });

  test("gets the same response if it was signed out before, never existed or is another user's", async () => {
    const anna = await signUp("anna");
    const mats = await signUp("mats");
    const phone = await signIn(anna);
    await prove(anna, "sessions");
    granted(await anna.rpc("end_session", { session: sessionOf(phone) }));
    const answers = await Promise.all(
      [sessionOf(phone), randomUUID(), sessionOf(mats)].map((session) =>
        anna.rpc("end_session", { session }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await devicesOf(mats)).toHaveLength(1);
  });
});

test("the current device can't sign itself out this way", async () => {
  const anna = await signUp("anna");
  const other = await signIn(anna);
  expectRefusal(await anna.rpc("end_session", { session: sessionOf(anna) }), 422, "session.this_one");
  await prove(anna, "sessions");
  expect(granted(await anna.rpc("end_other_sessions", {}))).toBe(1);
  expect(await devicesOf(anna)).toHaveLength(1);
  expectRefusal(await other.rpc("my_sessions", {}), 401, "session.required");
});

test("signing out all other devices counts active sessions and affects no other account", async () => {
  const anna = await signUp("anna");
  const mats = await signUp("mats");
  await signIn(anna);
  await signIn(anna);
  await describeSession(await signIn(anna), "not_after = now() - interval '1 second'");
  await prove(anna, "sessions");
  expect(granted(await anna.rpc("end_other_sessions", {}))).toBe(2);
  expect(granted(await anna.rpc("end_other_sessions", {}))).toBe(0);
  const left = await adminRows("select from auth.sessions where user_id = $1", [anna.userId]);
  expect(left).toHaveLength(1);
  expect(await devicesOf(mats)).toHaveLength(1);
});
