import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Platform, startPlatform } from "@sheaf/platform";
import { memoryOf } from "../process/process-memory.ts";

const megabyte = 1024 * 1024;

/** Response of the platform; the body is parsed if it is JSON. */
export interface DrillResponse {
  status: number;
  body: unknown;
}

export interface DrillCall {
  method?: string;
  body?: unknown;
  token?: string;
  /** Replaces the publishable key. */
  key?: string;
  /** The network from which Auth sees the call, as a gateway would name it. */
  network?: string;
}

export interface Account {
  id: string;
  email: string;
  token: string;
}

/** A local platform with the product's migrations and production's limits, and what a drill does to it. */
export interface DrillPlatform {
  readonly platform: Platform;
  call: (path: string, call?: DrillCall) => Promise<DrillResponse>;
  rpc: (account: Account | undefined, name: string, args: Record<string, unknown>) => Promise<DrillResponse>;
  /** Creates an account as an administrator does, which counts towards no limit, and signs it in. */
  newAccount: () => Promise<Account>;
  /** Runs SQL as the owner of the database. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  /** Moves the clock of Auth forward. */
  pass: (minutes: number) => void;
  /** Megabytes of stored files and rows on the disk. */
  diskUsed: () => Promise<number>;
  /** The highest memory of the platform since the last call, beyond what it had then. Undefined outside Linux. */
  memoryGrown: () => Promise<number | undefined>;
}

/** Header that names the network of a call. A gateway sets it in production; here the attacker does. */
const networkHeader = "x-drill-network";
const password = `drill ${randomUUID()}`;

/** Starts the platform in a temporary folder, runs `work`, and removes both. */
export async function withDrillPlatform<T>(
  withCaptcha: boolean,
  work: (platform: DrillPlatform) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-drill-"));
  const directory = join(folder, "data");
  let aheadMs = 0;
  const platform = await startPlatform({
    directory,
    auth: { rateLimitHeader: networkHeader },
    clock: () => new Date(Date.now() + aheadMs),
    ...(withCaptcha && { config: await configWithCaptcha(folder) }),
  });
  const memory = watchMemory();
  const pass = (minutes: number) => {
    aheadMs += minutes * 60_000;
  };
  try {
    return await work({ ...drillPlatform(platform, directory, memory), pass });
  } finally {
    memory.stop();
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The product's settings with a CAPTCHA. Turnstile publishes this secret for tests: it accepts the token below. */
async function configWithCaptcha(folder: string): Promise<string> {
  const product = fileURLToPath(new URL("../../../supabase", import.meta.url));
  const copy = join(folder, "supabase");
  await cp(join(product, "templates"), join(copy, "templates"), { recursive: true });
  const settings = await readFile(join(product, "config.toml"), "utf8");
  const section =
    '[auth.captcha]\nenabled = true\nprovider = "turnstile"\nsecret = "1x0000000000000000000000000000000AA"\n';
  await writeFile(join(copy, "config.toml"), settings.replace(/^\[auth\.captcha\]\n(?:.+\n)*/m, section));
  return join(copy, "config.toml");
}

/** The token of Turnstile's test keys. */
export const captchaToken = "XXXX.DUMMY.TOKEN.XXXX";

function drillPlatform(
  platform: Platform,
  directory: string,
  memory: MemoryWatch,
): Omit<DrillPlatform, "pass"> {
  const call: DrillPlatform["call"] = async (path, { method = "POST", body, token, key, network } = {}) => {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(platform.url + path, {
      method,
      headers: {
        apikey: key ?? platform.anonKey,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(network !== undefined && { [networkHeader]: network }),
        ...(body !== undefined && { "content-type": isBytes ? "application/pdf" : "application/json" }),
      },
      body: body === undefined ? null : isBytes ? Buffer.from(body) : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  };
  return {
    platform,
    call,
    rpc: (account, name, args) =>
      call(`/rest/v1/rpc/${name}`, { body: args, ...(account && { token: account.token }) }),
    newAccount: async () => {
      const email = `${randomUUID()}@drill.example`;
      const created = await call("/auth/v1/admin/users", {
        key: platform.serviceKey,
        body: { email, password, email_confirm: true },
      });
      const { id } = expectGranted(created) as { id: string };
      const signedIn = await call("/auth/v1/token?grant_type=password", {
        body: { email, password },
        network: email,
      });
      const { access_token: token } = expectGranted(signedIn) as { access_token: string };
      return { id, email, token };
    },
    sql: (text, values = []) =>
      platform.database.as("supabase_admin", {}, async (query) => [...(await query(text, values)).rows]),
    diskUsed: async () => (await sizeOf(directory)) / megabyte,
    memoryGrown: () => memory.grown(),
  };
}

/** @throws if the call failed: the drill itself is broken then. */
export function expectGranted({ status, body }: DrillResponse): unknown {
  if (status >= 300) throw new Error(`A call of the drill failed with ${status}: ${JSON.stringify(body)}`);
  return body;
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

interface MemoryWatch {
  grown(): Promise<number | undefined>;
  stop(): void;
}

/** Samples the memory of this process, which holds the platform and the attacker, and of its children. */
function watchMemory(): MemoryWatch {
  let start: number | undefined;
  let peak = 0;
  const sample = async () => {
    const now = await memoryOfTree();
    if (now === undefined) return;
    start ??= now;
    peak = Math.max(peak, now);
  };
  const timer = setInterval(() => void sample(), 200);
  return {
    async grown() {
      await sample();
      const grown = start === undefined ? undefined : (peak - start) / megabyte;
      [start, peak] = [undefined, 0];
      await sample();
      return grown;
    },
    stop: () => clearInterval(timer),
  };
}

async function memoryOfTree(): Promise<number | undefined> {
  const own = await memoryOf(process.pid);
  if (!own) return undefined;
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").catch(
    () => "",
  );
  const pids = children.split(" ").filter(Boolean).map(Number);
  const theirs = await Promise.all(pids.map((pid) => memoryOf(pid)));
  return theirs.reduce((sum, memory) => sum + (memory?.now ?? 0), own.now);
}
