import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "../../log.ts";
import { type Database, openDatabase } from "../database.ts";
import { closeEngine } from "../relay/exchange.ts";
import { startRelay } from "../relay/relay.ts";

/** Transactions run one at a time, so more connections would gain nothing. */
const connections = 4;

/** Serves an engine under a connection string. `stop` closes it. */
export async function serveEngine(engine: PGlite, log: Log): Promise<Database> {
  const relay = await startRelay(engine, log);
  return openDatabase({
    connectionString: `postgres://supabase_admin@127.0.0.1:${relay.port}/postgres`,
    connections,
    runsOneAtATime: true,
    async end() {
      await relay.stop();
      await closeEngine(engine);
    },
  });
}
