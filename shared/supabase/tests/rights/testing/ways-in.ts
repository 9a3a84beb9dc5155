import { randomUUID } from "node:crypto";
import { codeIn, mailpitClient } from "@sheaf/platform/mailpit-client";
import { type CreationOptions, newAuthenticator } from "@sheaf/platform/software-authenticator";
import { TOTP } from "otpauth";
import { inject } from "vitest";
import { asAdmin } from "./database.ts";
import { granted } from "./expectations.ts";
import type { TestResponse } from "./front-door.ts";
import type { Person } from "./people.ts";

/** Sends a request to Auth; `path` is relative to its root. */
export const auth = (person: Person, method: string, path: string, body?: unknown): Promise<TestResponse> =>
  person.knock(`/auth/v1/${path}`, { method, body });

/** Runs a statement with a new id as `$1` and the person's as `$2`. @returns the new id. */
export async function addRow(sql: string, person: Person): Promise<string> {
  const id = randomUUID();
  await asAdmin((query) => query(sql, [id, person.userId]));
  return id;
}

/** For `addRow`. */
export const newFactor = (status: string) =>
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
   values ($1, $2, '', 'totp', '${status}', 'JBSWY3DPEHPK3PXP', now(), now())`;

/** For `addRow`: an account elsewhere that has the person's address. */
export const newIdentity = (provider: string, { email }: Person) =>
  `insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
   values ($1, $1::uuid::text, '${provider}', $2, '{"email": "${email}", "email_verified": true}', now(), now())`;

interface BegunApp {
  id: string;
  totp: { secret: string };
}

/** The first step of setting up an authenticator app. Needs a proof for `factors`. */
export async function beginApp(person: Person): Promise<BegunApp> {
  const name = randomUUID();
  return granted(
    await auth(person, "POST", "factors", { factor_type: "totp", friendly_name: name }),
  ) as BegunApp;
}

/** The second step. */
export async function finishApp(person: Person, { id, totp }: BegunApp): Promise<TestResponse> {
  const { id: challenge_id } = granted(await auth(person, "POST", `factors/${id}/challenge`, {})) as {
    id: string;
  };
  const code = new TOTP({ secret: totp.secret }).generate();
  return auth(person, "POST", `factors/${id}/verify`, { challenge_id, code });
}

/** Needs a proof for `passkeys`. */
export async function registerPasskey(person: Person): Promise<TestResponse> {
  const begun = granted(await auth(person, "POST", "passkeys/registration/options", {})) as {
    challenge_id: string;
    options: CreationOptions;
  };
  const credential = newAuthenticator("http://localhost:3000").create(begun.options);
  return auth(person, "POST", "passkeys/registration/verify", {
    challenge_id: begun.challenge_id,
    credential,
  });
}

/** Starts a change of address, and confirms it with the codes that were sent to both. Needs a proof for `email`. */
export async function changeAddress(person: Person, address: string): Promise<TestResponse[]> {
  const mailbox = mailpitClient({ url: inject("platform").mailboxUrl });
  granted(await auth(person, "PUT", "user", { email: address }));
  const answers = [];
  for (const email of [person.email, address]) {
    const token = codeIn(await mailbox.nextEmail({ to: email }));
    answers.push(await auth(person, "POST", "verify", { type: "email_change", email, token }));
  }
  return answers;
}
