import { randomUUID } from "node:crypto";
import { codeIn, mailpitClient } from "@sheaf/platform/mailpit-client";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { adminRow, adminRows, asAdmin, database } from "./testing/database.ts";
import { granted } from "./testing/expectations.ts";
import { nobody, type Person, signIn, signUp } from "./testing/people.ts";
import { prove, proveAll } from "./testing/prove.ts";
import { openWorkspace } from "./testing/requests.ts";
import {
  addRow,
  auth,
  beginApp,
  changeAddress,
  finishApp,
  newFactor,
  newIdentity,
  registerPasskey,
} from "./testing/ways-in.ts";
import { type ClaimedEmail, clearOutbox, sendDue, setClock, site } from "./testing/worker.ts";

/** Long after any real change, so that notices of other tests never count. */
const start = new Date("2027-09-01T12:00:00Z");
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);

beforeEach(async () => {
  await clearOutbox();
  await setClock(start);
});
afterEach(() => setClock(null));

const notices = async (): Promise<ClaimedEmail[]> =>
  (await sendDue()).filter(({ kind }) => kind === "security");
const saidBy = (emails: ClaimedEmail[]) => emails.map(({ facts }) => facts["change"]);

/** The only notice that is due. */
async function onlyNotice(): Promise<ClaimedEmail> {
  const [first, ...more] = await notices();
  expect(saidBy(more)).toEqual([]);
  expect(first).toBeDefined();
  return first as ClaimedEmail;
}

const tokenIn = ({ facts }: ClaimedEmail) => String(facts["undoUrl"]).replace(`${site}/email/undo/`, "");
const undo = async (token: string) => granted(await nobody().rpc("undo_account_change", { token }));
const address = () => `${randomUUID()}@rights.example`;

async function asAuth(sql: string, person: Person): Promise<void> {
  await database.as("supabase_auth_admin", {}, (query) => query(sql, [randomUUID(), person.userId]));
}

const rowsOf = async (table: string, person: Person) =>
  (await adminRows(`select id from auth.${table} where user_id = $1`, [person.userId])).length;

const accountOf = (person: Person) =>
  adminRow<{ email: string; encrypted_password: string | null }>(
    "select email, encrypted_password from auth.users where id = $1",
    [person.userId],
  );

/** Signs in by an emailed code, on a device. */
async function signInOn(userAgent: string, email: string): Promise<void> {
  const mailbox = mailpitClient({ url: inject("platform").mailboxUrl });
  const headers = { "user-agent": userAgent };
  granted(
    await nobody().knock("/auth/v1/otp", { method: "POST", headers, body: { email, create_user: true } }),
  );
  const token = codeIn(await mailbox.nextEmail({ to: email }));
  granted(
    await nobody().knock("/auth/v1/verify", {
      method: "POST",
      headers,
      body: { type: "email", email, token },
    }),
  );
  await asAdmin((query) =>
    query("update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = $1", [
      email,
    ]),
  );
}

interface Change {
  /** Makes the change. */
  make: (person: Person) => Promise<unknown>;
  change: string;
  detail: string;
  /** The answer to a press of the button. */
  answer: "undone" | "signed_out";
}

const setPassword = (person: Person) => auth(person, "PUT", "user", { password: `of ${randomUUID()}` });
const addPasskey = async (person: Person) => granted(await registerPasskey(person));

const changes: Record<string, Change> = {
  "a password": {
    make: async (person) => granted(await setPassword(person)),
    change: "password_changed",
    detail: "",
    answer: "signed_out",
  },
  "a new passkey": { make: addPasskey, change: "passkey_added", detail: "Passkey", answer: "undone" },
  "a removed passkey": {
    make: async (person) => {
      const id = await addRow(
        `insert into auth.webauthn_credentials (id, user_id, credential_id, public_key, friendly_name)
         values ($1, $2, uuid_send($1), '', 'Laptop')`,
        person,
      );
      granted(await auth(person, "DELETE", `passkeys/${id}`));
    },
    change: "passkey_removed",
    detail: "Laptop",
    answer: "signed_out",
  },
  "a new identity": {
    make: async (person) => {
      await addRow(newIdentity("email", person), person);
      await asAuth(newIdentity("google", person), person);
    },
    change: "identity_added",
    detail: "google",
    answer: "undone",
  },
  "a removed identity": {
    make: async (person) => {
      await addRow(newIdentity("email", person), person);
      const id = await addRow(newIdentity("github", person), person);
      granted(await auth(person, "DELETE", `user/identities/${id}`));
    },
    change: "identity_removed",
    detail: "github",
    answer: "signed_out",
  },
};

describe.each(Object.entries(changes))("%s", (_, { make, change, detail, answer }) => {
  test("is reported to the owner, who can say that it wasn't them", async () => {
    const anna = await signUp("anna");
    await proveAll(anna);
    await make(anna);
    const notice = await onlyNotice();
    expect(notice).toMatchObject({
      address: anna.email,
      facts: { change, detail, email: anna.email, zone: "UTC" },
    });
    expect(new Date(String(notice.facts["at"]))).toEqual(start);
    expect(await undo(tokenIn(notice))).toBe(answer);
    expect(await rowsOf("sessions", anna)).toBe(0);
    expect((await accountOf(anna)).encrypted_password).toBe("");
    // Nothing that was removed comes back, and what was added is gone.
    expect(await rowsOf("webauthn_credentials", anna)).toBe(0);
    expect(
      await adminRows("select from auth.identities where user_id = $1 and provider <> 'email'", [
        anna.userId,
      ]),
    ).toEqual([]);
    const undone = await onlyNotice();
    expect(undone).toMatchObject({
      address: anna.email,
      facts: { change: "change_undone", detail: anna.email, undoUrl: null },
    });
  });
});

test("a linked account goes although the identity with the account's own address was removed before", async () => {
  const anna = await signUp("anna");
  const own = await addRow(newIdentity("email", anna), anna);
  await asAuth(newIdentity("github", anna), anna);
  await proveAll(anna);
  granted(await auth(anna, "DELETE", `user/identities/${own}`));
  const emails = await notices();
  expect(emails.map(({ facts }) => `${String(facts["change"])} ${String(facts["detail"])}`).sort()).toEqual([
    "identity_added github",
    "identity_removed email",
  ]);
  const added = emails.find(({ facts }) => facts["change"] === "identity_added") as ClaimedEmail;
  expect(await undo(tokenIn(added))).toBe("undone");
  expect(
    await adminRows("select provider, email from auth.identities where user_id = $1", [anna.userId]),
  ).toEqual([{ provider: "email", email: anna.email }]);
});

describe("an authenticator app", () => {
  test("that is added is reported, and stays even if the reader says that it wasn't them", async () => {
    const anna = await signUp("anna");
    await prove(anna, "factors");
    granted(await finishApp(anna, await beginApp(anna)));
    const notice = await onlyNotice();
    expect(notice.facts["change"]).toBe("factor_added");
    expect(await undo(tokenIn(notice))).toBe("signed_out");
    expect([await rowsOf("mfa_factors", anna), await rowsOf("sessions", anna)]).toEqual([1, 0]);
  });

  test("that is only begun isn't reported, and one that is removed is", async () => {
    const anna = await signUp("anna");
    await prove(anna, "factors");
    const { id } = await beginApp(anna);
    granted(await auth(anna, "DELETE", `factors/${id}`));
    expect(await notices()).toEqual([]);
    const verified = await addRow(newFactor("verified"), anna);
    const strong = await signIn(anna, { aal: "aal2" });
    await prove(strong, "factors");
    granted(await auth(strong, "DELETE", `factors/${verified}`));
    const notice = await onlyNotice();
    expect(notice.facts["change"]).toBe("factor_removed");
    expect(await undo(tokenIn(notice))).toBe("signed_out");
    expect(await rowsOf("mfa_factors", anna)).toBe(0);
  });
});

describe("backup codes", () => {
  async function withCodes(): Promise<{ person: Person; codes: string[] }> {
    const anna = await signUp("anna");
    await addRow(newFactor("verified"), anna);
    const person = await signIn(anna, { aal: "aal2" });
    await prove(person, "backup_codes");
    return { person, codes: granted(await person.rpc("create_backup_codes", {})) as string[] };
  }
  const left = async ({ userId }: Person) =>
    (await adminRows("select from private.backup_codes where user_id = $1 and used_at is null", [userId]))
      .length;

  test("that were created are one notice, by which they can be made useless", async () => {
    const { person } = await withCodes();
    const notice = await onlyNotice();
    expect(notice.facts["change"]).toBe("backup_codes_created");
    expect(await undo(tokenIn(notice))).toBe("undone");
    expect(await left(person)).toBe(0);
  });

  test("stay when the notice is about earlier ones", async () => {
    const { person } = await withCodes();
    const notice = await onlyNotice();
    const again = await signIn(person, {
      aal: "aal2",
      amr: [{ method: "totp", timestamp: Date.now() / 1000 + 5 }],
    });
    await prove(again, "backup_codes");
    granted(await again.rpc("create_backup_codes", {}));
    expect(await undo(tokenIn(notice))).toBe("signed_out");
    expect(await left(person)).toBe(10);
  });

  test("one that is used is one notice, not one for each app that it replaces", async () => {
    const { person, codes } = await withCodes();
    await addRow(newFactor("verified").replace("''", "'second'"), person);
    await clearOutbox();
    granted(await (await signIn(person)).rpc("use_backup_code", { code: codes[0] }));
    const notice = await onlyNotice();
    expect(notice.facts["change"]).toBe("backup_code_used");
    expect(await undo(tokenIn(notice))).toBe("signed_out");
    expect(await left(person)).toBe(9);
  });
});

describe("a change of address", () => {
  async function changed(): Promise<{ anna: Person; to: string; atOld: ClaimedEmail; atNew: ClaimedEmail }> {
    const anna = await signUp("anna");
    const to = address();
    await prove(anna, "email");
    for (const answer of await changeAddress(anna, to)) granted(answer);
    const emails = await notices();
    expect(emails.map((email) => email.address).sort()).toEqual([anna.email, to].sort());
    const at = (where: string) => emails.find((email) => email.address === where) as ClaimedEmail;
    return { anna, to, atOld: at(anna.email), atNew: at(to) };
  }

  test("is reported to both addresses, and the former one can undo it", async () => {
    const { anna, to, atOld, atNew } = await changed();
    expect(atOld.facts).toMatchObject({ change: "email_changed", email: anna.email, detail: to });
    expect(atNew.facts).toMatchObject({
      change: "email_changed",
      email: anna.email,
      detail: to,
      undoUrl: null,
    });
    expect(await undo(tokenIn(atOld))).toBe("undone");
    expect((await accountOf(anna)).email).toBe(anna.email);
    expect(await adminRows("select email from auth.identities where user_id = $1", [anna.userId])).toEqual([
      { email: anna.email },
    ]);
    expect(
      (await notices()).map((email) => `${email.address} ${String(email.facts["change"])}`).sort(),
    ).toEqual([anna.email, to].map((each) => `${each} change_undone`).sort());
  });

  test("makes the former address hear of everything that follows within two days", async () => {
    const { anna, to } = await changed();
    const thief = await signIn({ userId: anna.userId, email: to });
    await proveAll(thief);
    await setClock(hours(47));
    await addPasskey(thief);
    const emails = await notices();
    expect(emails.map((email) => email.address).sort()).toEqual([anna.email, to].sort());
    const atOld = emails.find((email) => email.address === anna.email) as ClaimedEmail;
    expect(await undo(tokenIn(atOld))).toBe("undone");
    expect(await rowsOf("webauthn_credentials", anna)).toBe(0);
    await notices();
    await setClock(hours(49));
    const again = await signIn({ userId: anna.userId, email: to });
    await proveAll(again);
    granted(await setPassword(again));
    expect((await notices()).map((email) => email.address)).toEqual([to]);
  });

  /** The thief, signed in with the new address, changes it once more. */
  async function changeAgain(
    { anna, to }: { anna: Person; to: string },
    next: string,
  ): Promise<ClaimedEmail[]> {
    await setClock(hours(1));
    const thief = await signIn({ userId: anna.userId, email: to });
    await prove(thief, "email");
    // Auth allows one such email in a while.
    await asAdmin((query) =>
      query("update auth.users set email_change_sent_at = null where id = $1", [anna.userId]),
    );
    for (const answer of await changeAddress(thief, next)) granted(answer);
    return notices();
  }

  test("gives no button to an address that the account has had for less than two days", async () => {
    const { anna, to, atOld } = await changed();
    const third = address();
    const later = await changeAgain({ anna, to }, third);
    expect(later.map((email) => email.address).sort()).toEqual([anna.email, to, third].sort());
    expect(later.map(({ facts }) => facts["undoUrl"])).toEqual([null, null, null]);
    expect(await undo(tokenIn(atOld))).toBe("undone");
    expect((await accountOf(anna)).email).toBe(anna.email);
  });

  test("that is changed back by a thief leaves the thief nothing", async () => {
    const { anna, to, atOld } = await changed();
    const later = await changeAgain({ anna, to }, anna.email);
    expect(later.map(({ facts }) => facts["undoUrl"])).toEqual([null, null]);
    await setClock(hours(2));
    const owner = await signIn(anna);
    await proveAll(owner);
    await addPasskey(owner);
    expect((await notices()).map((email) => email.address)).toEqual([anna.email]);
    expect(await undo(tokenIn(atOld))).toBe("undone");
    expect((await accountOf(anna)).email).toBe(anna.email);
  });

  test("that is undone makes every notice at other addresses useless", async () => {
    const { anna, to, atOld } = await changed();
    const thief = await signIn({ userId: anna.userId, email: to });
    await proveAll(thief);
    await setClock(hours(1));
    granted(await setPassword(thief));
    const atNew = (await notices()).find((email) => email.address === to) as ClaimedEmail;
    expect(await undo(tokenIn(atOld))).toBe("undone");
    await notices();
    expect(await undo(tokenIn(atNew))).toBe("expired");
    const owner = await signIn(anna);
    await proveAll(owner);
    await addPasskey(owner);
    expect((await notices()).map((email) => email.address)).toEqual([anna.email]);
  });

  test("is undone although a stranger has begun to sign up with the former address", async () => {
    const { anna, atOld } = await changed();
    const squatter = await signUp("squatter");
    await asAdmin((query) =>
      query("update auth.users set email = $2, email_confirmed_at = null where id = $1", [
        squatter.userId,
        anna.email,
      ]),
    );
    expect(await undo(tokenIn(atOld))).toBe("undone");
    expect((await accountOf(anna)).email).toBe(anna.email);
  });

  test("is not undone where the former address has another account by now", async () => {
    const { anna, to, atOld } = await changed();
    const other = await signUp("other");
    await asAdmin((query) =>
      query("update auth.users set email = $2 where id = $1", [other.userId, anna.email]),
    );
    for (const press of [1, 2]) expect(await undo(tokenIn(atOld)), `press ${press}`).toBe("address_taken");
    expect([(await accountOf(anna)).email, (await accountOf(other)).email]).toEqual([to, anna.email]);
    expect(await rowsOf("sessions", anna)).toBe(0);
  });

  test("that is under way ends with the button of another notice", async () => {
    const anna = await signUp("anna");
    await proveAll(anna);
    granted(await setPassword(anna));
    const notice = await onlyNotice();
    granted(await auth(anna, "PUT", "user", { email: address() }));
    expect(await undo(tokenIn(notice))).toBe("signed_out");
    expect(
      await adminRows(
        `select from auth.users as u where u.id = $1 and u.email_change_token_new <> ''
         union all select from auth.flow_state as f where f.user_id = $1
         union all select from auth.one_time_tokens as t where t.user_id = $1
         union all select from private.proofs as p where p.user_id = $1`,
        [anna.userId],
      ),
    ).toEqual([]);
  });
});

describe("a new device", () => {
  const chrome = (version: string) => `Mozilla/5.0 (Windows NT 10.0) Chrome/${version} Safari/537.36`;
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

  test("is reported, but not the first one, nor one whose browser was updated", async () => {
    const email = address();
    await signInOn(chrome("142.0.0.0"), email);
    await signInOn(chrome("143.0.1.7"), email);
    expect(await notices()).toEqual([]);
    await signInOn(firefox, email);
    const notice = await onlyNotice();
    expect(notice).toMatchObject({ address: email, facts: { change: "new_device", detail: firefox } });
    await signInOn(firefox, email);
    expect(await notices()).toEqual([]);
  });

  test("that its owner doesn't know is new again the next time", async () => {
    const email = address();
    await signInOn(chrome("142.0.0.0"), email);
    await signInOn(firefox, email);
    expect(await undo(tokenIn(await onlyNotice()))).toBe("signed_out");
    await notices();
    // A sign-in at the same moment is refused.
    await expect(signInOn(chrome("142.0.0.0"), email)).rejects.toThrow();
    await asAdmin((query) =>
      query(
        `update private.outbox set data = data || jsonb_build_object('undoneAt', now() - interval '3 seconds')
         where data ? 'undoneAt'`,
      ),
    );
    await asAdmin((query) =>
      query("update auth.users set recovery_sent_at = null where email = $1", [email]),
    );
    await signInOn(firefox, email);
    expect((await onlyNotice()).facts).toMatchObject({ change: "new_device", detail: firefox });
  });

  test("is told five times a day at most", async () => {
    const email = address();
    const agents = ["A", "B", "C", "D", "E", "F", "G", "H"];
    for (const agent of agents) await signInOn(agent, email);
    expect(await notices()).toHaveLength(5);
    await setClock(hours(25));
    await signInOn("I", email);
    expect(await notices()).toHaveLength(1);
  });
});

describe("the deletion of an account", () => {
  test("is reported to its address, which isn't kept then, and offers nothing to undo", async () => {
    const anna = await signUp("anna");
    const workspace = await openWorkspace(anna);
    await prove(anna, "delete_account");
    granted(await anna.rpc("delete_account", { workspaces: [workspace] }));
    expect(await onlyNotice()).toMatchObject({
      address: anna.email,
      facts: { change: "account_deleted", email: anna.email, undoUrl: null },
    });
    expect(
      await adminRows("select from private.outbox as o where to_jsonb(o)::text like '%' || $1 || '%'", [
        anna.email,
      ]),
    ).toEqual([]);
  });

  test("is reported too when Auth keeps the emptied row, once and not as a change of address", async () => {
    const anna = await signUp("anna");
    await database.as("supabase_auth_admin", {}, (query) =>
      query("update auth.users set deleted_at = now(), email = $2 where id = $1", [
        anna.userId,
        randomUUID(),
      ]),
    );
    expect(saidBy(await notices())).toEqual(["account_deleted"]);
  });
});

test("an account with an unproven address gets no notices", async () => {
  const anna = await signUp("anna");
  await asAdmin((query) =>
    query("update auth.users set email_confirmed_at = null where id = $1", [anna.userId]),
  );
  await addRow(newIdentity("email", anna), anna);
  await asAuth(newIdentity("google", anna), anna);
  await asAdmin((query) => query("delete from auth.users where id = $1", [anna.userId]));
  expect(await notices()).toEqual([]);
});

test("a notice goes out although all other email was stopped, and not to an address that refused one", async () => {
  const anna = await signUp("anna");
  granted(await anna.rpc("stop_all_email", { stopped: true }));
  await proveAll(anna);
  granted(await setPassword(anna));
  await onlyNotice();
  await asAdmin((query) =>
    query(
      "update private.suppressed_addresses set reason = 'refused' where address_hash = private.address_hash($1)",
      [anna.email],
    ),
  );
  await proveAll(anna);
  granted(await setPassword(anna));
  expect(await notices()).toEqual([]);
});

describe("the button's token", () => {
  async function noticed(): Promise<{ anna: Person; token: string }> {
    const anna = await signUp("anna");
    await prove(anna, "password");
    granted(await setPassword(anna));
    return { anna, token: tokenIn(await onlyNotice()) };
  }

  test("works once, also when it is pressed twice at the same time", async () => {
    const { token } = await noticed();
    const answers = await Promise.all([undo(token), undo(token), undo(token)]);
    expect(answers.map(String).toSorted()).toEqual(["expired", "expired", "signed_out"]);
    expect(await undo(token)).toBe("expired");
  });

  test("works for 48 hours", async () => {
    const { anna, token } = await noticed();
    await setClock(hours(48));
    expect(await undo(token)).toBe("expired");
    expect(await rowsOf("sessions", anna)).toBe(1);
    await setClock(new Date(hours(48).getTime() - 1000));
    expect(await undo(token)).toBe("signed_out");
  });

  test("is answered like any other when it is wrong, of another notice, or made to stop email", async () => {
    const [mine, theirs] = [await noticed(), await noticed()];
    const { id } = await adminRow<{ id: string }>("select id from private.outbox where user_id = $1", [
      mine.anna.userId,
    ]);
    const { stops } = await adminRow<{ stops: string }>(
      "select private.stop_token($1, $2, 'request') as stops",
      [id, mine.anna.email],
    );
    const mixed = mine.token.slice(0, 22) + theirs.token.slice(22);
    const wrong = [
      "",
      "A",
      "A".repeat(43),
      mixed,
      stops,
      `${mine.token}A`,
      "é".repeat(43),
      mine.token.toLowerCase(),
    ];
    for (const token of wrong) expect(await undo(token), token).toBe("expired");
    expect(granted(await nobody().rpc("stop_email", { token: mine.token }))).toBeNull();
    expect([await rowsOf("sessions", mine.anna), await rowsOf("sessions", theirs.anna)]).toEqual([1, 1]);
  });
});
