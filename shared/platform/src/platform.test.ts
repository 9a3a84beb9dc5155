import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { createClient } from "@supabase/supabase-js";
import { expect, onTestFinished, test } from "vitest";
import { localKeys } from "./keys.ts";
import { type Platform, type PlatformOptions, startPlatform } from "./platform.ts";
import { emptyFolder, folderWith } from "./testing/folders.ts";
import { runMain, type Running } from "./testing/run-main.ts";

async function started(options: PlatformOptions): Promise<Platform> {
  const platform = await startPlatform(options);
  onTestFinished(() => platform.stop());
  return platform;
}

/** Somebody who has signed up and opened the confirming mail's link. */
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

test("what was kept is there at the next start", async () => {
  const directory = await emptyFolder();
  const first = await startPlatform({ directory });
  await signUp(first, "ada@example.test");
  await first.stop();
  const second = await started({ directory });
  expect(await accounts(second)).toEqual(["ada@example.test"]);
});

test("a second start on the same directory is refused in words, and the first goes on", async () => {
  const directory = await emptyFolder();
  const first = await started({ directory, migrations: "none" });
  await expect(startPlatform({ directory, migrations: "none" })).rejects.toThrow(
    `${directory} is in use by another local platform.`,
  );
  expect(await accounts(first)).toEqual([]);
});

test("a busy port is named together with what wanted it", async () => {
  const busy = createServer();
  busy.listen(0, "127.0.0.1");
  await once(busy, "listening");
  onTestFinished(() => new Promise((resolve) => void busy.close(() => resolve())));
  const address = busy.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await expect(startPlatform({ port })).rejects.toThrow(
    `Port ${port}, meant for the local platform, is in use.`,
  );
  await expect(startPlatform({ mailPort: port })).rejects.toThrow(
    `Port ${port}, meant for the mailbox, is in use.`,
  );
});

test.each(["0.0.0.0", "::", "192.168.1.10"])("%s is no place for public keys", async (host) => {
  await expect(startPlatform({ host })).rejects.toThrow(`not on ${host}`);
});

test("a migration that fails keeps the platform from starting and names itself", async () => {
  const migrations = await folderWith({ "1_bad.sql": "select\n nothing;" });
  await expect(startPlatform({ migrations })).rejects.toThrow('1_bad.sql:2: column "nothing" does not exist');
});

test("reset removes what people did and keeps what migrations made", async () => {
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
  expect(await signUp(platform, "ada@example.test")).toBe("Confirm your email address");
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
    const first = await runMain(directory);
    const client = createClient(first.url, localKeys.publishable, { auth: { persistSession: false } });
    const { error } = await client.auth.signInWithOtp({ email: "ada@example.test" });
    expect(error).toBeNull();
    const children = await childrenOf(first);
    expect(children).toHaveLength(1);

    first.process.kill("SIGKILL");

    await expect.poll(() => children.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    const second = await started({ directory });
    expect(await accounts(second)).toEqual(["ada@example.test"]);
  },
);

test("a platform that is killed in mid-write keeps what it said was kept, and no half of anything", async () => {
  const directory = await emptyFolder();
  const first = await runMain(directory);
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

  const second = await started({ directory });
  expect(await accounts(second)).toEqual(expect.arrayContaining(made));
  const kept = createClient(second.url, second.serviceKey, { auth: { persistSession: false } }).storage;
  const { rows } = await second.database.as("supabase_storage_admin", {}, (query) =>
    query<{ name: string }>("select name from storage.objects"),
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(stored));
  expect(names).not.toContain("half");
  for (const name of names) {
    const { data } = await kept.from("killed").download(name);
    expect(await data?.text(), name).toBe(bytes.toString());
  }
  expect((await kept.from("killed").upload("afterwards", "bytes")).error).toBeNull();
});

test("Ctrl-C ends it cleanly: nothing is left running and the directory is free", async () => {
  const directory = await emptyFolder();
  const first = await runMain(directory);
  const ended = once(first.process, "exit");
  first.process.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  const second = await started({ directory });
  expect(second.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test("a fresh start forgets what was kept, but not under a platform at work there", async () => {
  const directory = await emptyFolder();
  const first = await startPlatform({ directory });
  await signUp(first, "ada@example.test");
  await expect(runMain(directory, "--fresh")).rejects.toThrow("ended before it was ready");
  expect(await accounts(first)).toEqual(["ada@example.test"]);
  await first.stop();
  const fresh = await runMain(directory, "--fresh");
  const ended = once(fresh.process, "exit");
  fresh.process.kill("SIGTERM");
  await ended;
  expect(await accounts(await started({ directory }))).toEqual([]);
});
