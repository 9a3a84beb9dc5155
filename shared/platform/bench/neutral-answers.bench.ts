import { performance } from "node:perf_hooks";
import process from "node:process";
import { printTable } from "@sheaf/bench/report";
import { median } from "@sheaf/bench/statistics";
import { startPlatform, type Platform } from "../src/index.ts";
import { codeIn } from "../src/email/mailpit.client.ts";

/**
 * Compares the response times of Auth for addresses with and without an account, which must not differ. Requests
 * alternate, so that load on the machine affects both equally. Look at the ratio, not at the milliseconds.
 */

const rounds = process.argv.includes("--quick") ? 8 : 60;

/** Rounds that are not counted, because the code is not yet compiled. */
const warmUp = 10;

const password = "a long enough password 1";

interface Scenario {
  name: string;
  known: Ask;
  unknown: Ask;
}

type Ask = (round: number) => { path: string; body: Record<string, unknown> };

const confirmed = "known@bench.example";
const withPassword = "with-password@bench.example";
const waiting = "waiting@bench.example";
const nobody = (round: number) => `nobody-${round}@bench.example`;

/** PKCE parameters, as in the product's own requests. */
const exchange = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };

const scenarios: readonly Scenario[] = [
  {
    name: "token by password",
    known: () => ({ path: "/token?grant_type=password", body: { email: withPassword, password: "wrong" } }),
    unknown: (n) => ({ path: "/token?grant_type=password", body: { email: nobody(n), password: "wrong" } }),
  },
  {
    name: "token by password, account without one",
    known: () => ({ path: "/token?grant_type=password", body: { email: confirmed, password: "wrong" } }),
    unknown: (n) => ({ path: "/token?grant_type=password", body: { email: nobody(n), password: "wrong" } }),
  },
  {
    name: "otp",
    known: () => ({ path: "/otp", body: { email: confirmed, ...exchange } }),
    unknown: (n) => ({ path: "/otp", body: { email: `new-${n}@bench.example`, ...exchange } }),
  },
  {
    name: "recover",
    known: () => ({ path: "/recover", body: { email: confirmed, ...exchange } }),
    unknown: (n) => ({ path: "/recover", body: { email: nobody(n), ...exchange } }),
  },
  {
    name: "resend of a confirmation",
    known: () => ({ path: "/resend", body: { type: "signup", email: waiting, ...exchange } }),
    unknown: (n) => ({ path: "/resend", body: { type: "signup", email: nobody(n), ...exchange } }),
  },
  {
    name: "signup",
    known: () => ({ path: "/signup", body: { email: confirmed, password, ...exchange } }),
    unknown: (n) => ({ path: "/signup", body: { email: `newer-${n}@bench.example`, password, ...exchange } }),
  },
];

let aheadMs = 0;
const platform = await startPlatform({ clock: () => new Date(Date.now() + aheadMs) });
try {
  await prepare(platform);
  const rows: string[][] = [];
  for (const scenario of scenarios) rows.push(await compare(platform, scenario));
  printTable(["", "known ms", "unknown ms", "unknown : known"], rows);
} finally {
  await platform.stop();
}

async function compare({ url, anonKey }: Platform, scenario: Scenario): Promise<string[]> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    // Alternate the order, so that neither always benefits from the other's caches.
    const pair = [
      { ask: scenario.known, times: known },
      { ask: scenario.unknown, times: unknown },
    ];
    for (const { ask, times } of round % 2 === 0 ? pair : pair.toReversed()) {
      const spent = await timeOf(url, anonKey, ask(round));
      if (round >= 0) times.push(spent);
    }
  }
  const [a, b] = [median(known), median(unknown)];
  return [scenario.name, a.toFixed(1), b.toFixed(1), (b / a).toFixed(2)];
}

async function timeOf(url: string, key: string, { path, body }: ReturnType<Ask>): Promise<number> {
  // Longer than the minimum interval between two emails.
  aheadMs += 120_000;
  const begun = performance.now();
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.text();
  return performance.now() - begun;
}

async function prepare({ url, anonKey, mailbox }: Platform): Promise<void> {
  const ask = async (path: string, body: Record<string, unknown>, token = anonKey, method = "POST") => {
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.status === 204 ? undefined : response.json();
  };
  for (const email of [confirmed, withPassword]) {
    await ask("/auth/v1/otp", { email });
    const token = codeIn(await mailbox.latest(email));
    const { access_token } = (await ask("/auth/v1/verify", { type: "email", email, token })) as {
      access_token: string;
    };
    if (email !== withPassword) continue;
    await ask("/rest/v1/rpc/record_proof", { act: "password" }, access_token);
    await ask("/auth/v1/user", { password }, access_token, "PUT");
  }
  await ask("/auth/v1/signup", { email: waiting, password });
}
