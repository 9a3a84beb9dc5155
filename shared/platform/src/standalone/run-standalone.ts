import process from "node:process";
import { openDatabase, type Database, type DatabaseRole } from "../database/database.ts";
import { type Log, lineLog } from "../log.ts";
import { createStack, type Stack } from "../stack.ts";

const connections = 10;

/** Passed to the start function of a standalone service. */
export interface StandaloneContext {
  /** Stopped with the process. */
  readonly stack: Stack;
  readonly log: Log;
  /** Connects to the database as the service's own role. */
  readonly open: (connectionString: string, login: DatabaseRole) => Database;
}

/**
 * Runs one service as a process: prints ignored variables, prints `ready` once it serves, and stops on SIGTERM or Ctrl-C.
 *
 * @param start returns the names of ignored variables.
 */
export async function runStandalone(
  start: (standalone: StandaloneContext) => Promise<readonly string[]>,
): Promise<void> {
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
    const ignored = await start({ stack, open, log: lineLog(print) });
    if (ignored.length > 0) print(`ignored ${ignored.join(" ")}`);
    print("ready");
    await stopped;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await stack.unwind();
  }
}
