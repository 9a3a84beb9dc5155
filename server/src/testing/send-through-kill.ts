import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { Platform } from "@sheaf/platform";
import { fillOutbox, sql } from "./fill-outbox.ts";
import { numbers } from "./hostile-requests.ts";
import { type Sink, startSink } from "./start-sink.ts";
import { startWorker, type WorkerProcess } from "./start-worker.ts";

const workers = 3;
const failureShare = 0.05;

/** Longest time without any email, in milliseconds. */
const patienceMs = 60_000;

export interface Delivery {
  /** Invitations and receipts. */
  facts: Arrivals;
  reminders: Arrivals;
  /** Of each worker, from a tenth of the emails until one was killed. */
  perSecond: number[];
}

interface Arrivals {
  emails: number;
  lost: number;
  twice: number;
}

/**
 * Three workers send what is in the outbox; the server refuses one in twenty for now. One worker is killed when the server
 * has the content of an email that it hasn't confirmed yet: it arrives, and no worker is left to record that.
 */
export async function sendThroughKill(
  platform: Platform,
  { emails, seed }: { emails: number; seed: number },
): Promise<Delivery> {
  const { database } = platform;
  const arrived = new Map<string, number>();
  const counted = Array.from({ length: workers }, () => 0);
  let attempts = 0;
  let startedAt = 0;
  let killedAt = 0;
  let interrupted = "";
  const random = numbers(seed);
  const receive = async (id: string, worker: number): Promise<number> => {
    attempts += 1;
    if (startedAt === 0 && attempts > emails / 10) startedAt = performance.now();
    if (random() < failureShare) return 451;
    if (worker === 0 && killedAt === 0 && attempts > emails / 2) {
      killedAt = performance.now();
      interrupted = id;
      running[0]?.signal("SIGKILL");
      await running[0]?.ended;
    }
    arrived.set(id, (arrived.get(id) ?? 0) + 1);
    if (startedAt > 0 && killedAt === 0) counted[worker] = (counted[worker] ?? 0) + 1;
    return 250;
  };

  await fillOutbox(database, randomUUID(), {
    recipients: emails,
    perTen: { invitations: 4, receipts: 3, reminders: 3 },
  });
  const sinks: Sink[] = [];
  for (let worker = 0; worker < workers; worker += 1)
    sinks.push(await startSink((id) => receive(id, worker)));
  const running: WorkerProcess[] = sinks.map(({ url }) =>
    startWorker(platform.url, [], { WORKER_TASKS: "email", SMTP_URL: url }),
  );
  try {
    await passTimeUntilEnded({
      database,
      emails,
      attempts: () => attempts,
      interrupted: () => interrupted,
      output: () => running.map((worker) => worker.output()).join("\n"),
    });
  } finally {
    for (const worker of running) worker.signal("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    await Promise.all(sinks.map((sink) => sink.stop()));
  }

  const rows = await sql<{ id: string; kind: string }>(database, "select id, kind from private.outbox");
  const arrivals = (isReminder: boolean): Arrivals => {
    const times = rows
      .filter(({ kind }) => (kind === "reminder") === isReminder)
      .map(({ id }) => arrived.get(id) ?? 0);
    return {
      emails: times.length,
      lost: times.filter((count) => count === 0).length,
      twice: times.filter((count) => count > 1).length,
    };
  };
  return {
    facts: arrivals(false),
    reminders: arrivals(true),
    perSecond: counted.map((count) => (count * 1_000) / (killedAt - startedAt)),
  };
}

interface Progress {
  database: Platform["database"];
  emails: number;
  attempts: () => number;
  /** The email whose sending was cut off. */
  interrupted: () => string;
  output: () => string;
}

/** Moves the clock of the outbox on whenever nothing is due, as minutes and hours would. */
async function passTimeUntilEnded({
  database,
  emails,
  attempts,
  interrupted,
  output,
}: Progress): Promise<void> {
  let last = { attempts: 0, at: performance.now() };
  for (;;) {
    await wait(250);
    const [state] = await sql<{ ended: number; due: number; later: number; leased: number }>(
      database,
      `select
         count(*) filter (where ended_at is not null)::int as ended,
         count(*) filter (where ended_at is null and claimed_until is null and not_before <= c.at)::int as due,
         count(*) filter (where ended_at is null and claimed_until is null and not_before > c.at)::int as later,
         count(*) filter (where ended_at is null and claimed_until is not null)::int as leased
       from private.outbox, private.test_clock as c`,
    );
    const { ended = 0, due = 0, later = 0, leased = 0 } = state ?? {};
    if (ended === emails) return;
    if (attempts() > last.attempts) last = { attempts: attempts(), at: performance.now() };
    if (performance.now() - last.at > patienceMs) throw new Error(output());
    if (ended + due + later + leased < emails || due > 0) continue;
    if (later > 0) {
      await sql(
        database,
        `update private.test_clock
         set at = (select max(o.not_before) from private.outbox as o where o.ended_at is null and o.claimed_until is null)`,
      );
    } else {
      // Its lease would last for five minutes of real time.
      await sql(
        database,
        "update private.outbox set claimed_until = now() where id::text = $1 and ended_at is null",
        [interrupted()],
      );
    }
  }
}
