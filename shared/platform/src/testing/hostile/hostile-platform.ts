import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createClient } from "@supabase/supabase-js";
import { codeIn, mailpitClient } from "../../email/mailpit.client.ts";
import { type HostileRequest, hostileRequests, type Known } from "./hostile-requests.ts";
import { type RawResponse, sendRaw } from "./send-raw.ts";

interface Ready {
  kind: "ready";
  url: string;
  anonKey: string;
  serviceKey: string;
  mailboxUrl: string;
  connectionString: string;
}

interface Memory {
  kind: "memory";
  /** In bytes. */
  rss: number;
  /** In bytes, after garbage collection. */
  heapUsed: number;
}

interface LoggedError {
  kind: "error";
  message: string;
  path: string;
  error: string;
}

export type HostilePlatform = Awaited<ReturnType<typeof startHostilePlatform>>;

/** Starts a platform in a child process. */
export async function startHostilePlatform() {
  const child = fork(new URL("./platform.process.ts", import.meta.url), { execArgv: ["--expose-gc"] });
  const errors: LoggedError[] = [];
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on("message", (message: Ready | Memory | LoggedError) => {
      if (message.kind === "ready") resolve(message);
      if (message.kind === "error") errors.push(message);
    });
    child.once("exit", () => reject(new Error("The platform exited before it was ready")));
  });
  return {
    ...ready,
    /** Errors logged so far. */
    errors,
    running: () => child.exitCode === null && child.signalCode === null,
    async memory(): Promise<Memory> {
      const reported = new Promise<Memory>((resolve) => {
        const listen = (message: Ready | Memory | LoggedError) => {
          if (message.kind !== "memory") return;
          child.off("message", listen);
          resolve(message);
        };
        child.on("message", listen);
      });
      child.send("memory");
      return reported;
    },
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Signs a user in with an emailed code and returns the session. */
export async function signInAt({ url, anonKey, mailboxUrl }: HostilePlatform, email: string) {
  const { auth } = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const sent = await auth.signInWithOtp({ email });
  if (sent.error !== null) throw sent.error;
  const mail = await mailpitClient({ url: mailboxUrl }).nextEmail({ to: email, seen: [] });
  const token = codeIn(mail);
  const { data, error } = await auth.verifyOtp({ type: "email", email, token });
  if (error !== null) throw error;
  if (data.session === null) throw new Error(`${email} has no session`);
  return data.session;
}

const bucket = "hostile";
const key = "folder/known.txt";

/** Creates the signed-in user and the stored file that the requests refer to. */
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
  response: RawResponse;
}

/** Number of requests after which user and file are recreated, because some requests sign out, ban or delete them. */
const requestsPerRound = 100;

/** Sends `count` requests, eight at a time, and reports each outcome. */
export async function sendHostile(
  platform: HostilePlatform,
  options: { seed: number; count: number; onOutcome: (outcome: Outcome) => void },
): Promise<void> {
  const port = Number(new URL(platform.url).port);
  for (let sent = 0; sent < options.count; sent += requestsPerRound) {
    const seed = options.seed + sent;
    const known = await prepare(platform, `known-${seed}-${randomUUID().slice(0, 8)}@hostile.example`);
    const waiting = hostileRequests(known, { seed, count: Math.min(requestsPerRound, options.count - sent) });
    const work = async () => {
      for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) {
        options.onOutcome({ request, response: await sendRaw(port, request) });
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
  }
}
