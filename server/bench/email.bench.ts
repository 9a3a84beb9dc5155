import process from "node:process";
import { print, printTable, progress } from "@sheaf/bench/report";
import { startPlatform } from "@sheaf/platform";
import { sendThroughKill } from "../src/testing/send-through-kill.ts";
import { setNoon } from "../src/testing/fill-outbox.ts";
import { atMost, type Goal } from "./goal.ts";
import { measurePlanning } from "./email/planning.ts";
import { measureWorker } from "./email/one-worker.ts";

/** Ends with an error if a goal is missed. */
const quick = process.argv.includes("--quick");
const emails = quick ? 2_000 : 10_000;
const seed = Number(process.env["SEED"] ?? 20_261_124);

const databaseUrl = process.env["DATABASE_URL"];
if (databaseUrl === undefined) {
  throw new Error(
    "Set DATABASE_URL to a PostgreSQL server. Databases are created there and dropped at the end.",
  );
}

const goals: Goal[] = [];
const platform = await startPlatform({ databaseUrl });
try {
  await setNoon(platform.database);
  progress(`${emails} emails for three workers, seed ${seed}`);
  const { facts, reminders, perSecond } = await sendThroughKill(platform, { emails, seed });
  progress(`per second: ${perSecond.map((emails) => emails.toFixed(0)).join(", ")}`);
  goals.push(
    atMost(`of ${facts.emails} invitations and receipts, lost`, facts.lost, 0),
    atMost("… sent twice", facts.twice, 1),
    atMost(`of ${reminders.emails} reminders, lost`, reminders.lost, 1),
    atMost("… sent twice", reminders.twice, 0),
  );
  const together = perSecond.reduce((sum, emails) => sum + emails, 0);
  goals.push(...(await measureWorker(platform, { emails, together })));
} finally {
  await platform.stop();
}
goals.push(
  ...(await measurePlanning(databaseUrl, { large: quick ? 30_000 : 1_000_000, rounds: quick ? 30 : 100 })),
);

print(`Seed ${seed}. Goals that were missed are marked:`);
printTable(
  ["", "measured", "goal"],
  goals.map(({ name, measured, goal, isMet }) => [name, `${measured}${isMet ? "" : " (!)"}`, goal]),
);
if (goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
