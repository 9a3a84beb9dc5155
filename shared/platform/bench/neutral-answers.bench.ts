import { performance } from "node:perf_hooks";
import { startPlatform, type Platform } from "../src/index.ts";

/**
 * How long Auth takes to answer about an address that has an account and about one that has none. Both are asked in
 * turn in one run, so whatever else the machine does slows both; what counts is their ratio, never the milliseconds.
 */

const rounds = 60;

/** Not counted: the first answers also compile what answers. */
const warmUp = 10;

const password = "a long enough password 1";

interface Ways {
  name: string;
  known: Ask;
  unknown: Ask;
}

type Ask = (round: number) => { path: string; body: Record<string, unknown> };

const confirmed = "known@bench.example";
const withPassword = "with-password@bench.example";
const waiting = "waiting@bench.example";
const nobody = (round: number) => `nobody-${round}@bench.example`;

/** A code exchange, as the product's own requests have it. */
const exchange = { code_challenge: "x".repeat(43), code_challenge_method: "s256" };

const ways: readonly Ways[] = [
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
  for (const way of ways) process.stdout.write(`${await compare(platform, way)}\n`);
} finally {
  await platform.stop();
}

async function compare({ url, anonKey }: Platform, way: Ways): Promise<string> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = -warmUp; round < rounds; round += 1) {
    // Each goes first in turn, so that neither always finds the other's traces.
    const pair = [
      { ask: way.known, times: known },
      { ask: way.unknown, times: unknown },
    ];
    for (const { ask, times } of round % 2 === 0 ? pair : pair.toReversed()) {
      const spent = await timeOf(url, anonKey, ask(round));
      if (round >= 0) times.push(spent);
    }
  }
  const [a, b] = [median(known), median(unknown)];
  const figures = `known ${a.toFixed(1)} ms, unknown ${b.toFixed(1)} ms`;
  return `${way.name.padEnd(40)} unknown/known ${(b / a).toFixed(2)}   (${figures}, medians of ${rounds})`;
}

async function timeOf(url: string, key: string, { path, body }: ReturnType<Ask>): Promise<number> {
  // Past the least interval between two mails, which is refused in words anyway.
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function prepare({ url, anonKey, mailbox }: Platform): Promise<void> {
  const ask = async (path: string, body: Record<string, unknown>, token = anonKey, method = "POST") => {
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(`${url}/auth/v1${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response.json();
  };
  for (const email of [confirmed, withPassword]) {
    await ask("/otp", { email });
    const token = /\b\d{8}\b/.exec((await mailbox.latest(email)).text)?.[0];
    const { access_token } = (await ask("/verify", { type: "email", email, token })) as {
      access_token: string;
    };
    if (email === withPassword) await ask("/user", { password }, access_token, "PUT");
  }
  await ask("/signup", { email: waiting, password });
}
