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
} from "./hostile-platform.ts";

const total = 1500;
const warmUp = 300;
/** In bytes. The requests leave emails, accounts and files behind, and the engine's memory grows in steps. */
const maxHeapGrowth = 64 * 1024 * 1024;
/** Every run sends the same requests, unless `SEED` is set. */
const seed = Number(process.env["SEED"] ?? 146_542);

let platform: HostilePlatform;
beforeAll(async () => {
  platform = await startHostilePlatform();
});
afterAll(() => platform.stop());

test(
  "hostile requests to every endpoint cause no failure, hang, leak or crash",
  { timeout: 120_000 },
  async () => {
    const outcomes: Outcome[] = [];
    const send = (from: number, count: number) =>
      sendHostile(platform, {
        seed: seed + from,
        count,
        onOutcome: (outcome) => void outcomes.push(outcome),
      });
    await send(0, warmUp);
    const before = await platform.memory();
    await send(warmUp, total - warmUp);
    const after = await platform.memory();

    const where = `seed ${seed}`;
    expect(outcomes.filter(isFailure).map(describeOutcome).slice(0, 5), where).toEqual([]);
    const failures = outcomes.filter(({ response }) => response.status >= 500);
    expect(platform.errors.length, where).toBeGreaterThanOrEqual(failures.length);
    expect(platform.errors.filter(({ message }) => !message.startsWith("rest: ")).slice(0, 5), where).toEqual(
      [],
    );
    expect(after.heapUsed - before.heapUsed, where).toBeLessThan(maxHeapGrowth);
    expect(platform.running()).toBe(true);
  },
);

test("sign-in and rows still work afterwards, and every listed file can be downloaded completely", async () => {
  const session = await signInAt(platform, "afterwards@hostile.example");
  expect(session.user.email).toBe("afterwards@hostile.example");
  const asPerson = { global: { headers: { authorization: `Bearer ${session.access_token}` } } };
  const person = createClient(platform.url, platform.anonKey, {
    auth: { persistSession: false },
    ...asPerson,
  });
  const { data, error } = await person.from("profiles").select("user_id");
  expect(error).toBeNull();
  expect(data).toEqual([]);
  const service = createClient(platform.url, platform.serviceKey, { auth: { persistSession: false } });
  await service.storage.createBucket("afterwards");
  const files = service.storage.from("afterwards");
  await files.upload("a.txt", "whole bytes");
  expect(await (await files.download("a.txt")).data?.text()).toBe("whole bytes");

  const client = new Client({ connectionString: platform.connectionString });
  await client.connect();
  const { rows } = await client.query<{ bucket_id: string; name: string; size: number }>(
    "select bucket_id, name, (metadata ->> 'size')::int as size from storage.objects",
  );
  await client.end();
  expect(rows).not.toEqual([]);
  for (const { bucket_id: bucket, name, size } of rows) {
    expect((await service.storage.from(bucket).download(name)).data?.size, `${bucket}/${name}`).toBe(size);
  }
});

/** Missing responses and server errors. Excludes PostgREST's own 500 for a query it can't parse. */
function isFailure({ request, response }: Outcome): boolean {
  if (response.status === 0) return !request.cut;
  const byPostgrest =
    request.endpoint.includes(" /rest/v1/") && response.body.includes("Something went wrong");
  return response.status >= 500 && !byPostgrest;
}

function describeOutcome({ request, response }: Outcome): string {
  return `${response.status} ${response.body.slice(0, 200)} to ${request.bytes.subarray(0, 600).toString("latin1")}`;
}
