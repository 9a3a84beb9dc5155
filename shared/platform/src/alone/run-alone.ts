import process from "node:process";
import { openDatabase, type Database, type DatabaseRole } from "../database/database.ts";
import { type Log, lineLog } from "../log.ts";
import { createStack, type Stack } from "../stack.ts";

const connections = 10;

/** What a service that runs alone is given. */
export interface Alone {
  /** What is to end with the process. */
  readonly stack: Stack;
  readonly log: Log;
  /** The service's database, by its own login. */
  readonly open: (connectionString: string, login: DatabaseRole) => Database;
}

/**
 * One service as a process: names what it was told in vain, says `ready` once it serves, and ends what it started on
 * SIGTERM or Ctrl-C.
 *
 * @param start returns what it was told and has no part for.
 */
export async function runAlone(start: (alone: Alone) => Promise<readonly string[]>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const stack = createStack();
  const open = (connectionString: string, login: DatabaseRole) => {
    const database = openDatabase({ connectionString, login, connections, end: () => Promise.resolve() });
    stack.push(() => database.stop());
    return database;
  };
  try {
    const left = await start({ stack, open, log: lineLog(print) });
    if (left.length > 0) print(`left ${left.join(" ")}`);
    print("ready");
    await stopped;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stack.unwind();
  }
}
