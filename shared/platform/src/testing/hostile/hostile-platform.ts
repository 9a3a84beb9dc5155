import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createClient } from "@supabase/supabase-js";
import { mailpitClient } from "../../mail/mailpit.client.ts";
import { type HostileRequest, hostileRequests, type Known } from "./hostile-requests.ts";
import { type RawAnswer, sendRaw } from "./send-raw.ts";

interface Ready {
  kind: "ready";
  url: string;
  anonKey: string;
  serviceKey: string;
  mailUrl: string;
  connectionString: string;
}

interface Memory {
  kind: "memory";
  /** Bytes. */
  rss: number;
  /** Bytes, after a collection. */
  heapUsed: number;
}

interface LoggedError {
  kind: "error";
  message: string;
  path: string;
  error: string;
}

export type HostilePlatform = Awaited<ReturnType<typeof startHostilePlatform>>;

/** A platform in a process of its own, and what a sender of hostile requests has to know. */
export async function startHostilePlatform() {
  const child = fork(new URL("./platform.process.ts", import.meta.url), { execArgv: ["--expose-gc"] });
  const errors: LoggedError[] = [];
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on("message", (message: Ready | Memory | LoggedError) => {
      if (message.kind === "ready") resolve(message);
      if (message.kind === "error") errors.push(message);
    });
    child.once("exit", () => reject(new Error("the platform ended before it was ready")));
  });
  return {
    ...ready,
    /** What it logged as an error, so far. */
    errors,
    running: () => child.exitCode === null && child.signalCode === null,
    async memory(): Promise<Memory> {
      const told = new Promise<Memory>((resolve) => {
        const listen = (message: Ready | Memory | LoggedError) => {
          if (message.kind !== "memory") return;
          child.off("message", listen);
          resolve(message);
        };
        child.on("message", listen);
      });
      child.send("memory");
      return told;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Signs somebody in by a mailed code, and says as whom. */
export async function signInAt({ url, anonKey, mailUrl }: HostilePlatform, email: string) {
  const { auth } = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const asked = await auth.signInWithOtp({ email });
  if (asked.error !== null) throw asked.error;
  const mail = await mailpitClient({ url: mailUrl }).nextMail({ to: email, seen: [] });
  const token = /(?<!\w)\d{6,10}(?!\w)/.exec(mail.text)?.[0] ?? "";
  const { data, error } = await auth.verifyOtp({ type: "email", email, token });
  if (error !== null) throw error;
  if (data.session === null) throw new Error(`${email} has no session`);
  return data.session;
}

const bucket = "hostile";
const key = "folder/known.txt";

/** Makes what the requests name: somebody who is signed in, and a file in a bucket. */
async function prepare(platform: HostilePlatform, email: string): Promise<Known> {
  const { url, anonKey, serviceKey } = platform;
  const session = await signInAt(platform, email);
  const { storage } = createClient(url, serviceKey, { auth: { persistSession: false } });
  await storage.createBucket(bucket, { public: false, fileSizeLimit: 1_000_000 });
  await storage.from(bucket).upload(key, "known bytes", { upsert: true });
  return {
    host: new URL(url).host,
    anonKey,
    serviceKey,
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    userId: session.user.id,
    email,
    bucket,
    key,
  };
}

export interface Outcome {
  request: HostileRequest;
  answer: RawAnswer;
}

/** After so many requests what they name is made anew: some of them sign out, ban and delete. */
const round = 100;

/** Sends `count` requests, eight at a time, and tells of each how it was answered. */
export async function sendHostile(
  platform: HostilePlatform,
  options: { seed: number; count: number; onOutcome: (outcome: Outcome) => void },
): Promise<void> {
  const port = Number(new URL(platform.url).port);
  for (let sent = 0; sent < options.count; sent += round) {
    const seed = options.seed + sent;
    const known = await prepare(platform, `known-${seed}-${randomUUID().slice(0, 8)}@hostile.example`);
    const waiting = hostileRequests(known, { seed, count: Math.min(round, options.count - sent) });
    const work = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        options.onOutcome({ request, answer: await sendRaw(port, request) });
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }
}
