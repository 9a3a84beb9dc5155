import { randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import { runConcurrently } from "./run-concurrently.ts";
import type { Drill, Figure } from "./drill.model.ts";
import { type Account, type DrillPlatform, type DrillResponse, expectGranted } from "./drill-platform.ts";
import { codeIn } from "@sheaf/platform/mailpit-client";

const guesses = 200;
/** Fewer, because hashing 200 passwords takes longer than the first wait, after which one more is compared. */
const passwordGuesses = 40;
const networks = 20;
/** Auth allows one network this many tries at once, and refills them evenly. */
const triesOfOneNetwork = 30;

const networkOf = (n: number) => `192.0.${n % networks}.0`;
const codeOf = (n: number, digits: number) => String(n).padStart(digits, "0");
const errorOf = ({ body }: DrillResponse) => (body as { error_code?: string } | null)?.error_code;
/** Tries that were compared with the real code or password. */
const compared = (answers: DrillResponse[], code: string) =>
  answers.filter((answer) => answer.status < 300 || errorOf(answer) === code).length;

export const codeStorm: Drill = {
  name: "code-storm",
  attack: `Guesses ${guesses} emailed codes, authenticator codes and backup codes of one account, and ${passwordGuesses} passwords.`,
  async run(platform) {
    const victim = await platform.newAccount();
    return [
      ...(await guessEmailedCode(platform, victim)),
      ...(await guessPassword(platform, victim)),
      ...(await guessAuthenticator(platform, victim)),
    ];
  },
};

async function guessEmailedCode({ call, platform }: DrillPlatform, victim: Account): Promise<Figure[]> {
  expectGranted(await call("/auth/v1/otp", { body: { email: victim.email }, network: "198.51.100.0" }));
  const guess = (n: number, network: string) =>
    call("/auth/v1/verify", {
      body: { type: "email", email: victim.email, token: codeOf(n, 8) },
      network,
    });
  const answers = await runConcurrently(guesses, 8, (n) => guess(n, "203.0.113.0"));
  const token = codeIn(await platform.mailbox.latest(victim.email));
  const own = await call("/auth/v1/verify", {
    body: { type: "email", email: victim.email, token },
    network: "198.51.100.0",
  });
  return [
    {
      what: "emailed codes compared, one network",
      measured: compared(answers, "otp_expired"),
      unit: "",
      // The drill takes seconds, in which the allowance refills by a few.
      max: triesOfOneNetwork + 5,
    },
    { what: "the owner's own code works", measured: own.status === 200 ? 1 : 0, unit: "", min: 1 },
  ];
}

async function guessPassword({ call, platform }: DrillPlatform, victim: Account): Promise<Figure[]> {
  const answers = await runConcurrently(passwordGuesses, 8, (n) =>
    call("/auth/v1/token?grant_type=password", {
      body: { email: victim.email, password: `guess ${n}` },
      network: networkOf(n),
    }),
  );
  // Guesses of a password must not stop its owner from signing in by other means.
  expectGranted(await call("/auth/v1/otp", { body: { email: victim.email }, network: "198.51.101.0" }));
  const token = codeIn(await platform.mailbox.latest(victim.email));
  const own = await call("/auth/v1/verify", {
    body: { type: "email", email: victim.email, token },
    network: "198.51.101.0",
  });
  return [
    {
      what: `passwords compared, ${networks} networks`,
      measured: compared(answers, "invalid_credentials"),
      unit: "",
      max: limits.wrongAttempts,
    },
    {
      what: "the owner signs in by email meanwhile",
      measured: own.status === 200 ? 1 : 0,
      unit: "",
      min: 1,
    },
  ];
}

async function guessAuthenticator(drill: DrillPlatform, victim: Account): Promise<Figure[]> {
  const { call, rpc, sql } = drill;
  const factor = randomUUID();
  await sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, 'phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now(), now())`,
    [factor, victim.id],
  );
  const challenge = expectGranted(
    await call(`/auth/v1/factors/${factor}/challenge`, {
      body: {},
      token: victim.token,
      network: networkOf(0),
    }),
  ) as { id: string };
  const answers = await runConcurrently(guesses, 8, (n) =>
    call(`/auth/v1/factors/${factor}/verify`, {
      body: { challenge_id: challenge.id, code: codeOf(n, 6) },
      token: victim.token,
      network: networkOf(n),
    }),
  );
  const backup = await runConcurrently(guesses, 8, (n) =>
    rpc(victim, "use_backup_code", { code: `wrong-${n}` }),
  );
  return [
    {
      what: `authenticator codes compared, ${networks} networks`,
      measured: compared(answers, "mfa_verification_failed"),
      unit: "",
      max: limits.wrongAttempts,
    },
    {
      what: "backup codes compared, one session",
      measured: backup.filter(({ body }) => body === "wrong").length,
      unit: "",
      max: 5,
    },
  ];
}
