import process from "node:process";
import { createClient } from "@supabase/supabase-js";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type HostilePlatform,
  type Outcome,
  sendHostile,
  signInAt,
  startHostilePlatform,
} from "./testing/hostile/hostile-platform.ts";

const total = 1500;
const warmUp = 300;
/** Mails, accounts and files that the requests made are kept, and the engine's memory grows in steps. Bytes. */
const mayGrow = 64 * 1024 * 1024;
/** The same requests in every run; `SEED=… pnpm test` makes others. */
const seed = Number(process.env["SEED"] ?? 146_542);

let platform: HostilePlatform;
beforeAll(async () => {
  platform = await startHostilePlatform();
});
afterAll(() => platform.stop());

test("hostile requests to every endpoint break, lose and halve nothing", { timeout: 120_000 }, async () => {
  const outcomes: Outcome[] = [];
  const send = (from: number, count: number) =>
    sendHostile(platform, { seed: seed + from, count, onOutcome: (outcome) => void outcomes.push(outcome) });
  await send(0, warmUp);
  const before = await platform.memory();
  await send(warmUp, total - warmUp);
  const after = await platform.memory();

  const where = `seed ${seed}`;
  expect(outcomes.filter(isWrong).map(told).slice(0, 5), where).toEqual([]);
  const failures = outcomes.filter(({ answer }) => answer.status >= 500);
  expect(platform.errors.length, where).toBeGreaterThanOrEqual(failures.length);
  expect(platform.errors.filter(({ message }) => !message.startsWith("rest: ")).slice(0, 5), where).toEqual(
    [],
  );
  expect(after.heapUsed - before.heapUsed, where).toBeLessThan(mayGrow);
  expect(platform.running()).toBe(true);
});

test("afterwards people sign in, read rows and store files as before", async () => {
  const session = await signInAt(platform, "afterwards@hostile.example");
  expect(session.user.email).toBe("afterwards@hostile.example");
  const theirs = { global: { headers: { authorization: `Bearer ${session.access_token}` } } };
  const person = createClient(platform.url, platform.anonKey, { auth: { persistSession: false }, ...theirs });
  const { data, error } = await person.from("profiles").select("user_id");
  expect(error).toBeNull();
  expect(data).toEqual([]);
  const service = createClient(platform.url, platform.serviceKey, { auth: { persistSession: false } });
  await service.storage.createBucket("afterwards");
  const files = service.storage.from("afterwards");
  await files.upload("a.txt", "whole bytes");
  expect(await (await files.download("a.txt")).data?.text()).toBe("whole bytes");
});

test("every file that is named can be read whole", async () => {
  const client = new Client({ connectionString: platform.connectionString });
  await client.connect();
  const { rows } = await client.query<{ bucket_id: string; name: string; size: number }>(
    "select bucket_id, name, (metadata ->> 'size')::int as size from storage.objects",
  );
  await client.end();
  expect(rows).not.toEqual([]);
  const { storage } = createClient(platform.url, platform.serviceKey, { auth: { persistSession: false } });
  for (const { bucket_id: bucket, name, size } of rows) {
    expect((await storage.from(bucket).download(name)).data?.size, `${bucket}/${name}`).toBe(size);
  }
});

/** No answer to somebody who waits for one, or a failure. Of an unreadable query PostgREST itself says 500. */
function isWrong({ request, answer }: Outcome): boolean {
  if (answer.status === 0) return !request.cut;
  const byPostgrest = request.endpoint.includes(" /rest/v1/") && answer.body.includes("Something went wrong");
  return answer.status >= 500 && !byPostgrest;
}

function told({ request, answer }: Outcome): string {
  return `${answer.status} ${answer.body.slice(0, 200)} to ${request.bytes.subarray(0, 600).toString("latin1")}`;
}
