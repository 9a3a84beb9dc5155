import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { progress } from "@sheaf/bench/report";
import type { Platform } from "@sheaf/platform";
import { startWorker } from "../../src/testing/start-worker.ts";
import { fillOutbox } from "../../src/testing/fill-outbox.ts";
import { atLeast, atMost, type Goal } from "../goal.ts";
import { startSink } from "../../src/testing/start-sink.ts";

/** From here on a worker's memory mustn't grow. */
const settled = 1_000;

interface WorkerRun {
  emails: number;
  /** Emails per second of several workers at once, which share this machine's cores with the database. */
  together: number;
}

/** One worker alone: its speed and its memory. */
export async function measureWorker(platform: Platform, { emails, together }: WorkerRun): Promise<Goal[]> {
  let arrived = 0;
  const reached = new Map([settled, emails].map((count) => [count, Promise.withResolvers<void>()]));
  const sink = await startSink(() => {
    arrived += 1;
    reached.get(arrived)?.resolve();
    return 250;
  });
  await fillOutbox(platform.database, randomUUID(), {
    recipients: emails,
    perTen: { invitations: 4, receipts: 3, reminders: 3 },
  });
  progress(`${emails} emails for one worker`);
  const worker = startWorker(
    platform.url,
    [],
    { WORKER_TASKS: "email", SMTP_URL: sink.url },
    { probed: true },
  );
  try {
    const measure = async (count: number) => {
      await Promise.race([
        reached.get(count)?.promise,
        worker.ended.then(() => Promise.reject(new Error(worker.output()))),
      ]);
      const at = performance.now();
      return { at, heap: await worker.memory("heap"), resident: await worker.memory("resident") };
    };
    const early = await measure(settled);
    const late = await measure(emails);
    progress([early, late].map(({ heap, resident }) => `${mb(heap)} and ${mb(resident)} MB`).join(", "));
    const alone = ((emails - settled) * 1_000) / (late.at - early.at);
    return [
      atLeast("emails per second of one worker alone", alone, 50),
      atLeast(
        "emails per second of three workers together, divided by those of one alone",
        together / alone,
        1.2,
        2,
      ),
      atMost(
        `heap of a worker after ${emails} emails by that after ${settled}`,
        late.heap / early.heap,
        1.2,
        2,
      ),
      atMost(
        `memory of a worker after ${emails} emails by that after ${settled}`,
        late.resident / early.resident,
        1.2,
        2,
      ),
    ];
  } finally {
    worker.signal("SIGKILL");
    await worker.ended;
    await sink.stop();
  }
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
