import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { progress } from "@sheaf/bench/report";
import { percentile } from "@sheaf/bench/statistics";
import { type Platform, startPlatform } from "@sheaf/platform";
import { fillOutbox, setNoon, sql } from "../../src/testing/fill-outbox.ts";
import { atMost, type Goal } from "../goal.ts";

const due = 200;
const small = 1_000;

/** The first rounds don't count. */
const warmUp = 5;

/**
 * `plan_email` where 200 recipients are due, and the claim of the first reminder, in two databases by turns: one of 1,000
 * recipients and a large one.
 */
export async function measurePlanning(
  databaseUrl: string,
  { large, rounds }: { large: number; rounds: number },
): Promise<Goal[]> {
  const platforms: Platform[] = [];
  try {
    const sizes = [small, large].map((recipients) => ({
      recipients,
      run: randomUUID(),
      planning: [] as number[],
      claiming: [] as number[],
    }));
    for (const size of sizes) {
      const startedAt = performance.now();
      const platform = await startPlatform({ databaseUrl });
      platforms.push(platform);
      await setNoon(platform.database);
      await fillOutbox(platform.database, size.run, {
        recipients: size.recipients,
        perTen: { invitations: 0, receipts: 0, reminders: 0 },
      });
      await sql(platform.database, "delete from private.outbox");
      progress(`${size.recipients} recipients in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    }
    for (let round = 0; round < rounds + warmUp; round += 1) {
      for (const [index, { recipients, run, planning, claiming }] of sizes.entries()) {
        const { database } = platforms[index] ?? raise();
        await makeDue(database, { recipients, run, round });
        const planned = await timed(database, "select public.plan_email(500) as emails");
        if (planned.row?.["emails"] !== due) throw new Error(`Planned: ${JSON.stringify(planned.row)}`);
        const claim = "select kind from public.claim_email(gen_random_uuid(), 'https://sheaf.example')";
        const claimed = await timed(database, claim);
        if (claimed.row?.["kind"] !== "reminder") throw new Error(`Claimed: ${JSON.stringify(claimed.row)}`);
        if (round >= warmUp) {
          planning.push(planned.ms);
          claiming.push(claimed.ms);
        }
        await sql(database, "delete from private.outbox");
      }
    }
    const compare = (name: string, times: readonly number[][]): Goal => {
      const [few = Number.NaN, many = Number.NaN] = times.map((taken) => percentile(taken, 0.95));
      progress(`${name}: ${few.toFixed(1)} and ${many.toFixed(1)} ms`);
      return atMost(`${name} of ${large} recipients by those of ${small} (p95)`, many / few, 1.5, 2);
    };
    return [
      compare(
        `plan_email, ${due} due`,
        sizes.map(({ planning }) => planning),
      ),
      compare(
        "claim_email, a reminder",
        sizes.map(({ claiming }) => claiming),
      ),
    ];
  } finally {
    for (const platform of platforms) await platform.stop();
  }
}

/** Calls a function as the worker does. @returns its first row, and milliseconds. */
async function timed(database: Platform["database"], text: string) {
  const startedAt = performance.now();
  const rows = await database.as("service_role", {}, async (query) => {
    return (await query(text)).rows;
  });
  return { row: rows[0], ms: performance.now() - startedAt };
}

/** Spread over the whole table; other recipients in each round. The trigger sets their time, as after any change. */
async function makeDue(
  database: Platform["database"],
  { recipients, run, round }: { recipients: number; run: string; round: number },
): Promise<void> {
  await sql(
    database,
    `update public.recipients as p
     set remind_after = c.at - interval '8 days', reminders_sent = 0
     from private.test_clock as c
     where p.id = any(array(
       select md5($1 || ':p' || 1 + ((i * $2::integer / $3::integer) + $4::integer) % $2::integer)::uuid
       from generate_series(0, $3::integer - 1) as i
     ))`,
    [run, recipients, due, round],
  );
}

function raise(): never {
  throw new Error("There is no platform.");
}
