import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { freePort, isListening } from "./free-port.ts";
import { localKeys } from "./keys.ts";
import { type Platform, type PlatformOptions, startPlatform } from "./platform.ts";
import { productConfig } from "./product-files.ts";
import { emptyFolder, folderWith, writeFiles } from "./testing/folders.ts";
import { runMain, type Running, startMain } from "./testing/run-main.ts";
import { withoutEmailTemplates } from "./testing/without-email-templates.ts";

async function started(options: PlatformOptions): Promise<Platform> {
  const platform = await startPlatform(options);
  onTestFinished(() => platform.stop());
  return platform;
}

/** For the tests to which the product's are no matter: a start takes half as long. */
const withoutMigrations = ["--migrations", "none"];

/** Signs up and returns the subject of the confirmation email. */
async function signUp(platform: Platform, email: string): Promise<string> {
  const client = createClient(platform.url, platform.anonKey, { auth: { persistSession: false } });
  const { error } = await client.auth.signUp({ email, password: "a long enough password" });
  if (error !== null) throw error;
  return (await platform.mailbox.latest(email)).subject;
}

async function accounts(platform: Platform): Promise<string[]> {
  const { rows } = await platform.database.as("supabase_auth_admin", {}, (query) =>
    query<{ email: string }>("select email from auth.users order by email"),
  );
  return rows.map(({ email }) => email);
}

test("requests that come while the platform starts wait until it runs", async () => {
  const [port, prepared] = [await freePort(), Promise.withResolvers<void>()];
  const starting = started({ port, prepared: prepared.promise, migrations: "none" });
  await expect.poll(() => isListening(port)).toBe(true);
  const answering = fetch(`http://127.0.0.1:${port}/auth/v1/health`, {
    headers: { apikey: localKeys.publishable },
  });
  prepared.resolve();
  await starting;
  expect((await answering).status).toBe(200);
});

test("saved data is available after a restart", async () => {
  const directory = await emptyFolder();
  const first = await startPlatform({ directory });
  await signUp(first, "ada@example.test");
  await first.stop();
  const second = await started({ directory });
  expect(await accounts(second)).toEqual(["ada@example.test"]);
});

test("a second platform on the same directory is rejected, and the first keeps running", async () => {
  const directory = await emptyFolder();
  const first = await started({ directory, migrations: "none" });
  await expect(startPlatform({ directory, migrations: "none" })).rejects.toThrow(
    `${directory} is in use by another local platform.`,
  );
  expect(await accounts(first)).toEqual([]);
});

test("a busy port is reported with its purpose", async () => {
  const busy = createServer();
  busy.listen(0, "127.0.0.1");
  await once(busy, "listening");
  onTestFinished(() => new Promise((resolve) => void busy.close(() => resolve())));
  const address = busy.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(startPlatform({ port })).rejects.toThrow(
    `Port ${port}, meant for the local platform, is in use.`,
  );
  await expect(startPlatform({ mailboxPort: port })).rejects.toThrow(
    `Port ${port}, meant for the mailbox, is in use.`,
  );
});

test.each(["0.0.0.0", "::", "192.168.1.10"])(
  "listening on %s is rejected because the keys are public",
  async (host) => {
    await expect(startPlatform({ host })).rejects.toThrow(`not on ${host}`);
  },
);

test("a failing migration prevents the start and is reported by name", async () => {
  const migrations = await folderWith({ "1_bad.sql": "select\n nothing;" });
  await expect(startPlatform({ migrations })).rejects.toThrow('1_bad.sql:2: column "nothing" does not exist');
});

test("reset deletes user data and keeps rows inserted by migrations", async () => {
  const migrations = await folderWith({
    "1_a.sql": `
      create table public.kinds (id int generated always as identity primary key, name text, upper text
        generated always as (upper(name)) stored);
      insert into public.kinds (name) values ('file'), ('text');
      insert into storage.buckets (id, name) values ('documents', 'documents');`,
  });
  const platform = await started({ migrations });
  await signUp(platform, "ada@example.test");
  const service = createClient(platform.url, platform.serviceKey, { auth: { persistSession: false } });
  await service.storage.createBucket("made-by-somebody");
  await service.storage.from("documents").upload("a.txt", "bytes");
  await platform.database.as("postgres", {}, (query) =>
    query("insert into public.kinds (name) values ('odd')"),
  );

  await platform.reset();

  expect(await accounts(platform)).toEqual([]);
  expect(platform.mailbox.messages()).toEqual([]);
  expect((await service.storage.listBuckets()).data?.map(({ name }) => name)).toEqual(["documents"]);
  expect((await service.storage.from("documents").download("a.txt")).data).toBeNull();
  const { rows } = await platform.database.as("postgres", {}, (query) =>
    query("insert into public.kinds (name) values ('next') returning id, upper"),
  );
  expect(rows).toEqual([{ id: 3, upper: "NEXT" }]);
  expect(await signUp(platform, "ada@example.test")).toMatch(/^Your Sheaf code is \d{4} \d{4}$/);
});

async function childrenOf({ process: { pid } }: Running): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.runIf(process.platform === "linux")(
  "a platform that is killed takes PostgREST along, and its data are there at the next start",
  async () => {
    const directory = await emptyFolder();
    const first = await runMain(directory, ...withoutMigrations);
    const client = createClient(first.url, localKeys.publishable, { auth: { persistSession: false } });
    const { error } = await client.auth.signInWithOtp({ email: "ada@example.test" });
    expect(error).toBeNull();
    const children = await childrenOf(first);
    expect(children).toHaveLength(1);

    first.process.kill("SIGKILL");

    await expect.poll(() => children.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    const second = await started({ directory, migrations: "none" });
    expect(await accounts(second)).toEqual(["ada@example.test"]);
  },
);

test("a platform killed while writing keeps all confirmed writes and nothing incomplete", async () => {
  const directory = await emptyFolder();
  const first = await runMain(directory, ...withoutMigrations);
  const headers = { apikey: localKeys.secret, "content-type": "application/octet-stream" };
  const service = createClient(first.url, localKeys.secret, { auth: { persistSession: false } });
  await service.storage.createBucket("killed");
  const bytes = Buffer.alloc(300_000, "whole");
  const stored: string[] = [];
  const made: string[] = [];
  const store = async (index: number) => {
    const { error } = await service.storage.from("killed").upload(`${index}`, bytes);
    if (error === null) stored.push(`${index}`);
  };
  const make = async (index: number) => {
    const email = `${index}@example.test`;
    const { error } = await service.auth.admin.createUser({ email });
    if (error === null) made.push(email);
  };
  const unfinished = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(bytes) });
  const half: RequestInit = { method: "POST", headers, body: unfinished, duplex: "half" };
  const cutOff = fetch(`${first.url}/storage/v1/object/killed/half`, half).catch(() => undefined);
  const writing = Array.from({ length: 60 }, (_, index) => [store(index), make(index)]).flat();
  await expect.poll(() => Math.min(stored.length, made.length), { timeout: 15_000 }).toBeGreaterThan(3);

  const gone = once(first.process, "exit");
  first.process.kill("SIGKILL");
  await Promise.all([gone, cutOff, ...writing]);

  const second = await started({ directory, migrations: "none" });
  expect(await accounts(second)).toEqual(expect.arrayContaining(made));
  const storage = createClient(second.url, second.serviceKey, { auth: { persistSession: false } }).storage;
  const { rows } = await second.database.as("supabase_storage_admin", {}, (query) =>
    query<{ name: string }>("select name from storage.objects"),
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(stored));
  expect(names).not.toContain("half");
  for (const name of names) {
    const { data } = await storage.from("killed").download(name);
    expect(await data?.text(), name).toBe(bytes.toString());
  }
  expect((await storage.from("killed").upload("afterwards", "bytes")).error).toBeNull();
});

test("Ctrl-C stops all processes and frees the directory", async () => {
  const directory = await emptyFolder();
  const first = await runMain(directory);
  const ended = once(first.process, "exit");
  first.process.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  const second = await started({ directory });
  expect(second.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test("Ctrl-C while the database is made ends the start at once", async () => {
  const port = await freePort();
  const migrations = await folderWith({ "1_slow.sql": "select pg_sleep(120);" });
  const main = startMain(await emptyFolder(), "--port", String(port), "--migrations", migrations);
  const ended = once(main, "exit");
  await expect.poll(() => isListening(port), { timeout: 20_000 }).toBe(true);
  main.kill("SIGINT");
  expect(await ended).toEqual([1, null]);
});

test.each([
  ["after an interrupted first one", "database/PG_VERSION"],
  ["without the database's folder", "database.complete"],
])("a start %s writes the database anew", async (_, left) => {
  const directory = await emptyFolder();
  await mkdir(dirname(join(directory, left)), { recursive: true });
  await writeFiles(directory, { [left]: "" });
  const { url } = await runMain(directory);
  const { data } = await createClient(url, localKeys.secret).auth.admin.listUsers();
  expect(data.users).toEqual([]);
});

test("a fresh start deletes saved data unless a platform is using it", async () => {
  const directory = await emptyFolder();
  const first = await startPlatform({ directory, migrations: "none" });
  await signUp(first, "ada@example.test");
  await expect(runMain(directory, "--fresh", ...withoutMigrations)).rejects.toThrow(
    "exited before it was ready",
  );
  expect(await accounts(first)).toEqual(["ada@example.test"]);
  await first.stop();
  const fresh = await runMain(directory, "--fresh", ...withoutMigrations);
  const ended = once(fresh.process, "exit");
  fresh.process.kill("SIGTERM");
  await ended;
  expect(await accounts(await started({ directory, migrations: "none" }))).toEqual([]);
});

test("settings and migrations are read from the given paths", async () => {
  const migrations = await folderWith({ "1_notes.sql": "create table public.notes (n int);" });
  const settings = await emptyFolder();
  const product = await readFile(productConfig, "utf8");
  const text = withoutEmailTemplates(product).replace("enable_signup = true", "enable_signup = false");
  await writeFiles(settings, { "config.toml": text });
  const config = join(settings, "config.toml");
  const { url } = await runMain(await emptyFolder(), "--config", config, "--migrations", migrations);
  const headers = { apikey: localKeys.secret };
  const read = async (path: string) => (await fetch(`${url}${path}`, { headers })).json();
  expect(await read("/auth/v1/settings")).toMatchObject({ disable_signup: true });
  expect(await read("/rest/v1/notes")).toEqual([]);
});
