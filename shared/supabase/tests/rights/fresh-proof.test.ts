import { randomUUID } from "node:crypto";
import { type ProofAct, proofActs } from "@sheaf/contract/proof-acts";
import { mailpitClient } from "@sheaf/platform/mailpit-client";
import { describe, expect, inject, test } from "vitest";
import { enrol } from "./testing/cast.ts";
import { adminRow, adminRows, asAdmin, database } from "./testing/database.ts";
import { expectRefusal, granted } from "./testing/expectations.ts";
import type { TestResponse } from "./testing/front-door.ts";
import { type Person, signIn, signUp } from "./testing/people.ts";
import { prove } from "./testing/prove.ts";
import { openWorkspace, sendRequest } from "./testing/requests.ts";
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

const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
/** Claims of a session that was established this long ago. */
const signedIn = (minutes: number, method = "otp") => ({
  amr: [{ method, timestamp: minutesAgo(minutes) }],
});

interface Act {
  act: ProofAct;
  /** The scene before the act; returns the act itself, which may be tried several times. */
  prepare: (person: Person) => Promise<() => Promise<TestResponse>>;
  /** Anything in the database that the act changes. */
  trace: string;
}

const factors = "select id from auth.mfa_factors where user_id = $1";
const identities = "select id from auth.identities where user_id = $1";
const passkeys = "select id from auth.webauthn_credentials where user_id = $1";
const sessions = "select id from auth.sessions where user_id = $1 order by id";

/** Another of the account's sessions, which an act may end. */
async function otherDevice(person: Person): Promise<string> {
  return String((await signIn(person)).claims["session_id"]);
}

const acts: Record<string, Act> = {
  "setting a password": {
    act: "password",
    prepare: async (person) => () => auth(person, "PUT", "user", { password: `thief's own ${randomUUID()}` }),
    trace: "select encrypted_password from auth.users where id = $1",
  },
  "adding an authenticator app": {
    act: "factors",
    prepare: async (person) => () =>
      auth(person, "POST", "factors", { factor_type: "totp", friendly_name: randomUUID() }),
    trace: factors,
  },
  "adding a passkey": {
    act: "passkeys",
    prepare: async (person) => () => registerPasskey(person),
    trace: passkeys,
  },
  "removing a passkey": {
    act: "passkeys",
    prepare: async (person) => {
      const add = () =>
        addRow(
          "insert into auth.webauthn_credentials (id, user_id, credential_id, public_key) values ($1, $2, uuid_send($1), '')",
          person,
        );
      const ids = [await add(), await add()];
      return async () => {
        const left = await adminRows<{ id: string }>(passkeys, [person.userId]);
        return auth(person, "DELETE", `passkeys/${left[0]?.id ?? ids[0]}`);
      };
    },
    trace: passkeys,
  },
  "unlinking an account elsewhere": {
    act: "identities",
    prepare: async (person) => {
      for (const provider of ["google", "github", "email"]) {
        await addRow(newIdentity(provider, person), person);
      }
      return async () => {
        const [first] = await adminRows<{ id: string }>(`${identities} and provider <> 'email'`, [
          person.userId,
        ]);
        return auth(person, "DELETE", `user/identities/${first?.id}`);
      };
    },
    trace: identities,
  },
  "ending a device": {
    act: "sessions",
    prepare: async (person) => {
      const device = await otherDevice(person);
      return () => person.rpc("end_session", { session: device });
    },
    trace: sessions,
  },
  "ending all other devices": {
    act: "sessions",
    prepare: async (person) => {
      await otherDevice(person);
      return () => person.rpc("end_other_sessions", {});
    },
    trace: sessions,
  },
  "keeping the files of a sent request for fewer days": {
    act: "retention",
    prepare: async (person) => {
      const { id } = await sendRequest({ requester: person });
      return () => person.rpc("set_request_retention", { request: id, days: 30 });
    },
    trace: "select retain_days from public.requests where created_by = $1",
  },
  "putting a request into the bin": {
    act: "delete_requests",
    prepare: async (person) => {
      const { id } = await sendRequest({ requester: person });
      granted(await person.rpc("cancel_request", { request: id }));
      return () => person.rpc("delete_request", { request: id });
    },
    trace: "select deleted_at from public.requests where created_by = $1",
  },
  "replacing a link": {
    act: "links",
    prepare: async (person) => {
      const { id } = await sendRequest({ requester: person });
      return () => person.rpc("rotate_link", { request: id });
    },
    trace:
      "select l.token from public.request_links as l join public.requests as r on r.id = l.request_id where r.created_by = $1",
  },
  "removing an admin": {
    act: "roles",
    prepare: async (person) => {
      const [workspace, idris] = [await openWorkspace(person), await signUp("idris")];
      await enrol(workspace, idris, "admin");
      return () => person.rpc("remove_member", { workspace, member: idris.userId });
    },
    trace: `select m.user_id, m.role from public.members as m
            where m.workspace_id in (select o.workspace_id from public.members as o where o.user_id = $1) order by 1`,
  },
  "making an admin a member": {
    act: "roles",
    prepare: async (person) => {
      const [workspace, idris] = [await openWorkspace(person), await signUp("idris")];
      await enrol(workspace, idris, "admin");
      return () => person.rpc("set_member_role", { workspace, member: idris.userId, role: "member" });
    },
    trace: `select m.user_id, m.role from public.members as m
            where m.workspace_id in (select o.workspace_id from public.members as o where o.user_id = $1) order by 1`,
  },
  "deleting the account": {
    act: "delete_account",
    prepare: async (person) => {
      const workspace = await openWorkspace(person);
      return () => person.rpc("delete_account", { workspaces: [workspace] });
    },
    trace: "select id from auth.users where id = $1",
  },
};

/** Refused by our own functions and, through Auth, by triggers. */
function expectProofRequired(answer: TestResponse): void {
  expect(answer).toMatchObject({ status: 403, body: { code: "PT403", message: "proof.required" } });
}

describe.each(Object.entries(acts))("%s", (_, { act, prepare, trace }) => {
  const stateOf = (person: Person) => adminRows(trace, [person.userId]);

  test("is refused without a fresh proof, and changes nothing", async () => {
    const anna = await signIn(await signUp("anna"), signedIn(16));
    const run = await prepare(anna);
    const before = await stateOf(anna);
    expectRefusal(await anna.rpc("record_proof", { act }), 403, "proof.required");
    expectProofRequired(await run());
    expect(await stateOf(anna)).toEqual(before);
  });

  test("succeeds in an old session after a new one recorded the proof", async () => {
    const anna = await signIn(await signUp("anna"), signedIn(16));
    const run = await prepare(anna);
    const before = await stateOf(anna);
    await prove(anna, act, await signIn(anna, signedIn(14)));
    granted(await run());
    expect(await stateOf(anna)).not.toEqual(before);
  });

  test("is not done with a proof of another person, another act, or one that has expired", async () => {
    const anna = await signIn(await signUp("anna"), signedIn(16));
    const run = await prepare(anna);
    const fresh = await signIn(anna);
    await prove(await signUp("mats"), act);
    for (const other of proofActs.filter((each) => each !== act)) await prove(anna, other, fresh);
    expectProofRequired(await run());
    await prove(anna, act, fresh);
    await asAdmin((query) =>
      query("update private.proofs set until = now() where user_id = $1 and act = $2", [anna.userId, act]),
    );
    expectProofRequired(await run());
  });
});

test.each([
  "setting a password",
  "adding an authenticator app",
  "adding a passkey",
  "removing a passkey",
  "unlinking an account elsewhere",
])("%s uses the proof up", async (name) => {
  const { act, prepare } = acts[name] as Act;
  const anna = await signUp("anna");
  const run = await prepare(anna);
  await prove(anna, act);
  granted(await run());
  expectProofRequired(await run());
});

test("one proof is enough to end several devices", async () => {
  const anna = await signUp("anna");
  const devices = [await otherDevice(anna), await otherDevice(anna)];
  await prove(anna, "sessions");
  for (const session of devices) granted(await anna.rpc("end_session", { session }));
});

test("one proof is enough to put a selection of requests into the bin", async () => {
  const nora = await signUp("nora");
  const ended = [await sendRequest({ requester: nora }), await sendRequest({ requester: nora })];
  for (const { id } of ended) granted(await nora.rpc("cancel_request", { request: id }));
  await prove(nora, "delete_requests");
  for (const { id } of ended) granted(await nora.rpc("delete_request", { request: id }));
});

test("one proof is used by one of two simultaneous acts", async () => {
  const anna = await signUp("anna");
  await prove(anna, "factors");
  const answers = await Promise.all(
    ["first", "second"].map((name) =>
      auth(anna, "POST", "factors", { factor_type: "totp", friendly_name: name }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
});

test("a waiting proof is not shown to other sessions, and our own functions accept it from its session only", async () => {
  const owner = await signIn(await signUp("anna"), signedIn(60));
  const thief = await signIn(owner, signedIn(60));
  await prove(owner, "delete_account", await signIn(owner));
  expectRefusal(await thief.rpc("record_proof", { act: "delete_account" }), 403, "proof.required");
  expectProofRequired(await thief.rpc("delete_account", { workspaces: [] }));
  granted(await owner.rpc("delete_account", { workspaces: [] }));
});

test("a proof can't be recorded for another user's session", async () => {
  const [anna, mats] = [await signUp("anna"), await signUp("mats")];
  const args = { act: "password", acting_session: mats.claims["session_id"] };
  expectRefusal(await anna.rpc("record_proof", args), 403, "proof.required");
});

test("a proof can be used for fifteen minutes", async () => {
  const anna = await signUp("anna");
  const until = Date.parse(String(granted(await anna.rpc("record_proof", { act: "password" }))));
  expect(until).toBeGreaterThan(Date.now() + 14 * 60_000);
  expect(until).toBeLessThan(Date.now() + 16 * 60_000);
});

describe("a change of address", () => {
  const mailbox = mailpitClient({ url: inject("platform").mailboxUrl });
  const addressOf = async (person: Person) =>
    (await adminRow("select email from auth.users where id = $1", [person.userId]))["email"];

  test("that began without a proof can't be finished", async () => {
    const anna = await signIn(await signUp("anna"), signedIn(16));
    const [, last] = await changeAddress(anna, `${randomUUID()}@rights.example`);
    expect(last).toMatchObject({ status: 403, body: { message: "proof.required" } });
    expect(await addressOf(anna)).toBe(anna.email);
  });

  test("that began with a proof is finished, and uses it up", async () => {
    const anna = await signUp("anna");
    const address = `${randomUUID()}@rights.example`;
    await prove(anna, "email");
    for (const answer of await changeAddress(anna, address)) granted(answer);
    expect(await addressOf(anna)).toBe(address);
    expect(
      await adminRows("select from private.proofs where user_id = $1 and used_in is null", [anna.userId]),
    ).toEqual([]);
  });

  test("that is begun again with a proof is finished, although it began without one", async () => {
    const anna = await signIn(await signUp("anna"), signedIn(16));
    const address = `${randomUUID()}@rights.example`;
    granted(await auth(anna, "PUT", "user", { email: address }));
    for (const to of [anna.email, address]) await mailbox.nextEmail({ to });
    await asAdmin((query) =>
      query("update auth.users set email_change_sent_at = null where id = $1", [anna.userId]),
    );
    await prove(anna, "email", await signIn(anna));
    for (const answer of await changeAddress(anna, address)) granted(answer);
    expect(await addressOf(anna)).toBe(address);
  });

  test("can't be finished with another address than it was proven for", async () => {
    const anna = await signUp("anna");
    await prove(anna, "email");
    await asAdmin((query) =>
      query("insert into private.proven_email_changes values ($1, 'first@rights.example')", [anna.userId]),
    );
    const wrong = `${randomUUID()}@rights.example`;
    await asAdmin((query) => query("delete from private.proofs where user_id = $1", [anna.userId]));
    const [, last] = await changeAddress(anna, wrong);
    expect(last).toMatchObject({ status: 403, body: { message: "proof.required" } });
  });
});

test("an unknown act is refused", async () => {
  const anna = await signUp("anna");
  for (const act of ["everything", "", null]) {
    expectRefusal(await anna.rpc("record_proof", { act }), 422, "proof.act");
  }
});

test("the database and the contract agree on the acts", async () => {
  const { text } = await adminRow<{ text: string }>(
    "select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'proofs_act_check'",
  );
  const listed = [...text.matchAll(/'([^']*)'/g)].map(([, act]) => String(act));
  expect(listed.toSorted()).toEqual(proofActs.toSorted());
});

describe("the proof of a session", () => {
  test.each([
    "password",
    "otp",
    "magiclink",
    "recovery",
    "email/signup",
    "invite",
    "oauth",
    "sso/saml",
    "passkey",
  ])("is a recent sign-in by %s", async (method) => {
    const anna = await signUp("anna");
    await prove(await signIn(anna, signedIn(14, method)), "password");
  });

  test.each(["token_refresh", "email_change", "anonymous", "unheard of"])(
    "is not %s, however recent",
    async (method) => {
      const anna = await signIn(await signUp("anna"), signedIn(0, method));
      expectRefusal(await anna.rpc("record_proof", { act: "password" }), 403, "proof.required");
    },
  );

  test.each([["missing"], [null], ["otp"], [["otp"]], [[{ method: "otp" }]], [{ method: "otp" }]])(
    "is missing in a token whose methods are %j",
    async (amr) => {
      const anna = await signIn(await signUp("anna"), { amr: amr === "missing" ? undefined : amr });
      expectRefusal(await anna.rpc("record_proof", { act: "password" }), 403, "proof.required");
    },
  );

  test("is the code of the authenticator app if the account has one", async () => {
    const anna = await signUp("anna");
    await addRow(newFactor("verified"), anna);
    const both = (code: number, app: number) => ({
      aal: "aal2",
      amr: [
        { method: "otp", timestamp: minutesAgo(code) },
        { method: "totp", timestamp: minutesAgo(app) },
      ],
    });
    const act = "factors";
    expectRefusal(await anna.rpc("record_proof", { act }), 401, "session.required");
    expectRefusal(
      await (await signIn(anna, both(0, 16))).rpc("record_proof", { act }),
      403,
      "proof.required",
    );
    await prove(await signIn(anna, both(600, 14)), act);
  });

  test("opens one act only if it is the code of an authenticator app", async () => {
    const anna = await signUp("anna");
    await addRow(newFactor("verified"), anna);
    const strong = await signIn(anna, { aal: "aal2", ...signedIn(1, "totp") });
    await prove(strong, "factors");
    for (const act of ["factors", "password", "delete_account"]) {
      expectRefusal(await strong.rpc("record_proof", { act }), 403, "proof.required");
    }
    await prove(await signIn(anna, { aal: "aal2", ...signedIn(0, "totp") }), "password");
  });

  test("by signing in doesn't count as the code of an app that is set up within the same second", async () => {
    const anna = await signUp("anna");
    await prove(await signIn(anna, signedIn(1)), "factors");
    await addRow(newFactor("verified"), anna);
    await prove(await signIn(anna, { aal: "aal2", ...signedIn(1, "totp") }), "backup_codes");
  });
});

test("an authenticator app whose setup was begun long ago needs another proof to be finished", async () => {
  const anna = await signUp("anna");
  const begin = async () => {
    await prove(anna, "factors");
    return beginApp(anna);
  };
  const old = await begin();
  await asAdmin((query) =>
    query("update auth.mfa_factors set created_at = now() - interval '16 minutes' where id = $1", [old.id]),
  );
  expectProofRequired(await finishApp(anna, old));
  expect(await adminRows(`${factors} and status = 'verified'`, [anna.userId])).toEqual([]);
  granted(await finishApp(anna, await begin()));
});

test("removing a verified authenticator app needs a proof, clearing away an unfinished one doesn't", async () => {
  const anna = await signIn(await signUp("anna"), { aal: "aal2", ...signedIn(16, "totp") });
  const verified = await addRow(newFactor("verified"), anna);
  const begun = await addRow(newFactor("unverified").replace("''", "'begun'"), anna);
  granted(await auth(anna, "DELETE", `factors/${begun}`));
  expectProofRequired(await auth(anna, "DELETE", `factors/${verified}`));
  expect(await adminRows(factors, [anna.userId])).toEqual([{ id: verified }]);
});

test("creating backup codes needs a proof and uses it up", async () => {
  const anna = await signUp("anna");
  await addRow(newFactor("verified"), anna);
  const strong = await signIn(anna, { aal: "aal2" });
  expectRefusal(await strong.rpc("create_backup_codes", {}), 403, "proof.required");
  await prove(strong, "backup_codes");
  granted(await strong.rpc("create_backup_codes", {}));
  expectRefusal(await strong.rpc("create_backup_codes", {}), 403, "proof.required");
});

describe("after a backup code", () => {
  async function codesOf(person: Person): Promise<string[]> {
    await addRow(newFactor("verified"), person);
    const strong = await signIn(person, { aal: "aal2" });
    await prove(strong, "backup_codes");
    return granted(await strong.rpc("create_backup_codes", {})) as string[];
  }
  const add = (person: Person) => auth(person, "POST", "factors", { factor_type: "totp" });
  const act = "factors";

  test("only the session that entered it may set up a new authenticator app", async () => {
    const anna = await signUp("anna");
    const [code = ""] = await codesOf(anna);
    const owner = await signIn(anna, signedIn(600));
    granted(await owner.rpc("use_backup_code", { code }));
    const thief = await signIn(anna);
    expectRefusal(await thief.rpc("record_proof", { act }), 403, "proof.required");
    expectProofRequired(await add(thief));
    const watching = await signIn(anna);
    for (const other of proofActs.filter((each) => each !== act)) {
      expectRefusal(await owner.rpc("record_proof", { act: other }), 403, "proof.required");
    }
    await prove(owner, act);
    // The other session is signed out by now, so it can't use up this proof.
    expect((await add(watching)).status).toBe(403);
    granted(await add(owner));
  });

  test("the session that entered it has as long as it takes, and another code continues in another session", async () => {
    const anna = await signUp("anna");
    const [first = "", second = ""] = await codesOf(anna);
    const lost = await signIn(anna, signedIn(600));
    granted(await lost.rpc("use_backup_code", { code: first }));
    await asAdmin((query) =>
      query("update private.must_enroll set since = now() - interval '1 day' where user_id = $1", [
        anna.userId,
      ]),
    );
    await prove(lost, act);
    expect(granted(await lost.rpc("use_backup_code", { code: first }))).toBe("wrong");

    const later = await signIn(anna, signedIn(600));
    expect(granted(await later.rpc("use_backup_code", { code: second }))).toBe("used");
    await prove(later, act);
    granted(await add(later));
    expectRefusal(await lost.rpc("record_proof", { act }), 401, "session.required");
  });
});

describe("a workspace", () => {
  /** Changes that have no function yet, made as a definer function of ours would make them. */
  const asOwner = (person: Person, sql: string, values: unknown[]) =>
    database.as("supabase_admin", { "request.jwt.claims": JSON.stringify(person.claims) }, (query) =>
      query(sql, values),
    );
  const weaken: [string, ProofAct, string][] = [
    [
      "requires two factors",
      "second_factor_requirement",
      "update public.workspaces set require_second_factor = true where id = $1",
    ],
    [
      "keeps files for a limited time",
      "retention",
      "update public.workspaces set retain_days = 30 where id = $1",
    ],
    ["is deleted", "delete_workspace", "delete from public.workspaces where id = $1"],
  ];

  test.each(weaken)("%s only with a proof of the person who does it", async (_, act, sql) => {
    const anna = await signUp("anna");
    const workspace = await openWorkspace(anna);
    await expect(asOwner(anna, sql, [workspace])).rejects.toThrow("proof.required");
    await prove(anna, act);
    await asOwner(anna, sql, [workspace]);
    await expect(asOwner(anna, sql, [await openWorkspace(anna)])).rejects.toThrow("proof.required");
  });

  test("keeps files longer without a proof, and for a shorter time only with one", async () => {
    const anna = await signUp("anna");
    const workspace = await openWorkspace(anna);
    const keep = (days: number | null) =>
      asOwner(anna, "update public.workspaces set retain_days = $2 where id = $1", [workspace, days]);
    await prove(anna, "retention");
    await keep(30);
    await keep(60);
    await expect(keep(59)).rejects.toThrow("proof.required");
    await keep(null);
  });

  test("gives a higher role only with a proof, and a lower one without", async () => {
    const anna = await signUp("anna");
    const workspace = await openWorkspace(anna);
    const ines = await signUp("ines");
    await enrol(workspace, ines, "member");
    const become = (role: string) =>
      asOwner(anna, "update public.members set role = $3 where workspace_id = $1 and user_id = $2", [
        workspace,
        ines.userId,
        role,
      ]);
    await expect(become("admin")).rejects.toThrow("proof.required");
    await prove(anna, "roles");
    await become("owner");
    await become("admin");
    await expect(become("owner")).rejects.toThrow("proof.required");
  });
});

describe("linking an account elsewhere", () => {
  /** As Auth itself adds it, after the provider's answer. */
  const link = (person: Person, data: Record<string, unknown>) =>
    database.as("supabase_auth_admin", {}, (query) =>
      query(
        `insert into auth.identities (provider_id, provider, user_id, identity_data, created_at, updated_at)
         values ($1, 'google', $2, $3, now(), now())`,
        [randomUUID(), person.userId, JSON.stringify(data)],
      ),
    );

  async function account(): Promise<Person> {
    const anna = await signUp("anna");
    await link(anna, { email: anna.email, email_verified: true });
    return anna;
  }

  test("is possible with the account's own verified address", async () => {
    const anna = await account();
    await link(anna, { email: anna.email.toUpperCase(), email_verified: true });
    expect(await adminRows(identities, [anna.userId])).toHaveLength(2);
  });

  test.each<[string, (own: string) => Record<string, unknown>]>([
    ["another address", () => ({ email: "victim@elsewhere.example", email_verified: true })],
    ["no address", () => ({})],
    ["the same address, unverified", (own) => ({ email: own, email_verified: false })],
  ])("is refused with %s", async (_, data) => {
    const anna = await account();
    await expect(link(anna, data(anna.email))).rejects.toThrow("identity.other_address");
    expect(await adminRows(identities, [anna.userId])).toHaveLength(1);
  });

  test("doesn't concern the first identity of a new account", async () => {
    await link(await signUp("anna"), { email: "elsewhere@rights.example", email_verified: true });
  });
});
