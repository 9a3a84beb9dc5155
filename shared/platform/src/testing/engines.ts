import type { Database } from "../database/database.ts";
import { emptySnapshot } from "../database/open-database.ts";
import { serveEngine } from "../database/engine/embedded-database.ts";
import { openEngine } from "../database/engine/engine.ts";
import { readSchemaSources } from "../database/schema-sources.ts";
import { createServerDatabase } from "../database/server-database.ts";
import { silentLog } from "../log.ts";

export interface TestEngine {
  readonly name: string;
  /** Opens a new database with hosted's roles and the services' schemas, without migrations. */
  readonly open: () => Promise<Database>;
}

const embedded: TestEngine = {
  name: "the embedded engine",
  open: async () => {
    const { files } = await emptySnapshot(await readSchemaSources());
    return serveEngine(await openEngine({ snapshot: files, pgcrypto: true }), silentLog);
  },
};

function server(url: string): TestEngine {
  return {
    name: "a PostgreSQL server",
    open: async () => createServerDatabase(url, await readSchemaSources()),
  };
}

/** Both engines if `DATABASE_URL` names a server, otherwise the embedded one. */
export function testEngines(env: NodeJS.ProcessEnv): TestEngine[] {
  const url = env["DATABASE_URL"];
  return url ? [embedded, server(url)] : [embedded];
}
