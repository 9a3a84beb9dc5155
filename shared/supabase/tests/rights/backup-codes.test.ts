import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { requireSecondFactor } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import { prove, proveAll } from "./testing/prove.ts";
import { get, sendRequest, statusOf, upload } from "./testing/requests.ts";

async function addFactor(person: Person, status: "verified" | "unverified" = "verified"): Promise<string> {
  const factor = randomUUID();
  await asAdmin((query) =>
    query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values ($1, $2, $3, 'totp', $4, 'ABCDEFGH', now(), now())`,
      [factor, person.userId, factor, status],
    ),
  );
  return factor;
}

const verify = (factor: string) =>
  asAdmin((query) => query("update auth.mfa_factors set status = 'verified' where id = $1", [factor]));
const use = async (person: Person, code: string) => granted(await person.rpc("use_backup_code", { code }));
const left = async (person: Person) => granted(await person.rpc("backup_codes_left", {}));

describe("a user with an authenticator and backup codes", () => {
  let strong: Person;
  let codes: string[];
  /** A new session that has not passed the second factor, as after losing the authenticator. */
  let weak: Person;

  beforeEach(async () => {
    const anna = await signUp("anna");
    await addFactor(anna);
    strong = await signIn(anna, { aal: "aal2" });
    await prove(strong, "backup_codes");
    codes = granted(await strong.rpc("create_backup_codes", {})) as string[];
    weak = await signIn(anna);
  });

  test("gets ten different codes, stored only as hashes", async () => {
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
    const { stored } = await adminRow<{ stored: string }>(
      "select string_agg(c::text, ' ') as stored from private.backup_codes as c where c.user_id = $1",
      [strong.userId],
    );
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
      expect(stored).not.toContain(Buffer.from(code.replaceAll("-", "")).toString("hex"));
    }
    expect(await left(strong)).toBe(10);
  });

  test("creates new codes only after the second factor, and the old ones stop working", async () => {
    expectRefusal(await weak.rpc("create_backup_codes", {}), 401, "session.required");
    await proveAll(strong);
    granted(await strong.rpc("create_backup_codes", {}));
    expect(await left(strong)).toBe(10);
    expect(await use(weak, codes[0] ?? "")).toBe("wrong");
  });

  test("removes the authenticators and ends every other session with a code", async () => {
    await addFactor(strong, "unverified");
    expect(await use(weak, codes[0] ?? "")).toBe("used");
    expect(await adminRows("select from auth.mfa_factors where user_id = $1", [weak.userId])).toEqual([]);
    expect(await adminRows("select id from auth.sessions where user_id = $1", [weak.userId])).toEqual([
      { id: weak.claims["session_id"] },
    ]);
    expectRefusal(await strong.rpc("my_sessions", {}), 401, "session.required");
  });

  test("can enter a code in capitals, without dashes and with look-alike letters", async () => {
    const code = (codes[3] ?? "").replaceAll("-", " ").replaceAll("1", "l").replaceAll("0", "o");
    expect(await use(weak, ` ${code.toUpperCase()} `)).toBe("used");
  });

  test("uses each code once", async () => {
    expect(await use(weak, codes[0] ?? "")).toBe("used");
    await verify(await addFactor(weak, "unverified"));
    expect(await use(weak, codes[0] ?? "")).toBe("wrong");
    expect(await use(weak, codes[1] ?? "")).toBe("used");
  });

  test("has every code rejected for an hour after five wrong ones", async () => {
    for (let n = 0; n < 5; n += 1) expect(await use(weak, `wrong-${n}`)).toBe("wrong");
    expect(await use(weak, codes[0] ?? "")).toBe("limited");
    expect(await adminRows("select from auth.mfa_factors where user_id = $1", [weak.userId])).toHaveLength(1);
    await asAdmin((query) =>
      query("update private.backup_code_tries set since = now() - interval '1 hour' where user_id = $1", [
        weak.userId,
      ]),
    );
    expect(await use(weak, codes[0] ?? "")).toBe("used");
  });

  test("keeps its tries when another session of the account uses up its own", async () => {
    const other = await signIn(weak);
    for (let n = 0; n < 5; n += 1) expect(await use(other, `wrong-${n}`)).toBe("wrong");
    expect(await use(other, codes[0] ?? "")).toBe("limited");
    expect(await use(weak, codes[0] ?? "")).toBe("used");
  });

  test("cannot use a code in a session that has passed the second factor", async () => {
    expectRefusal(await strong.rpc("use_backup_code", { code: codes[0] }), 422, "backup_code.not_needed");
    expect(await adminRows("select from auth.mfa_factors where user_id = $1", [strong.userId])).toHaveLength(
      1,
    );
  });

  test("counts every wrong code even if many are sent at once", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => use(weak, `wrong-${n}`)));
    expect(answers.filter((answer) => answer === "wrong")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "limited")).toHaveLength(7);
  });

  test("cannot use another user's code", async () => {
    const mats = await signUp("mats");
    await addFactor(mats);
    expect(await use(mats, codes[0] ?? "")).toBe("wrong");
    expect(await use(weak, codes[0] ?? "")).toBe("used");
  });

  test("has no stored codes after the account is deleted", async () => {
    await proveAll(strong);
    granted(await strong.rpc("delete_account", { workspaces: [] }));
    for (const table of ["backup_codes", "backup_code_tries", "must_enroll"]) {
      const rows = await adminRows(`select from private.${table} where user_id = $1`, [strong.userId]);
      expect(rows, table).toEqual([]);
    }
  });
});

test("without an authenticator there is nothing to replace", async () => {
  const anna = await signUp("anna");
  await addFactor(anna, "unverified");
  expectRefusal(await anna.rpc("use_backup_code", { code: "anything" }), 422, "mfa_factor_not_found");
});

test("after a code nothing is readable in any session until a new authenticator is verified", async () => {
  const { id, recipient, item } = await sendRequest({});
  const file = await upload(recipient, item.id);
  await addFactor(recipient);
  const strong = await signIn(recipient, { aal: "aal2" });
  await prove(strong, "backup_codes");
  const [code] = granted(await strong.rpc("create_backup_codes", {})) as [string];
  expect(await statusOf(strong, id)).toBe("open");

  const weak = await signIn(recipient);
  expect(await use(weak, code)).toBe("used");
  const later = await signIn(recipient);
  for (const person of [weak, later]) {
    expect(await statusOf(person, id)).toBe("none");
    expect(granted(await person.knock("/rest/v1/profiles?select=user_id"))).toEqual([]);
    expect(await get(person, file.object_key)).toMatchObject({ status: 400 });
    expectRefusal(await person.rpc("my_sessions", {}), 401, "session.required");
    expect(granted(await person.rpc("my_access", {}))).toEqual([
      { second_factor_required: false, must_enroll: true },
    ]);
  }
  const hint = "select raw_app_meta_data ->> 'must_enroll' as hint from auth.users where id = $1";
  expect(await adminRow(hint, [weak.userId])).toEqual({ hint: "true" });

  const factor = await addFactor(weak, "unverified");
  expect(await statusOf(weak, id)).toBe("none");
  await verify(factor);
  // The session that verified it is raised by Auth; any other one still lacks the factor.
  expect(await statusOf(weak, id)).toBe("none");
  expect(await statusOf(await signIn(recipient, { aal: "aal2" }), id)).toBe("open");
  expect(await adminRow(hint, [weak.userId])).toEqual({ hint: null });
});

test("a member without the required factor gets an error that doesn't name the workspace", async () => {
  const { workspace, requester } = await sendRequest({});
  const access = async (person: Person) => granted(await person.rpc("my_access", {}));
  expect(await access(requester)).toEqual([{ second_factor_required: false, must_enroll: false }]);
  await requireSecondFactor(workspace);
  expect(await access(requester)).toEqual([{ second_factor_required: true, must_enroll: false }]);
  const strong = await signIn(requester, { aal: "aal2" });
  expect(await access(strong)).toEqual([{ second_factor_required: false, must_enroll: false }]);
});
