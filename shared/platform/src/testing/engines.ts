import type { Database } from "../database/database.ts";
import { serveEngine } from "../database/engine/embedded-database.ts";
import { createEngine, openEngine } from "../database/engine/engine.ts";
import { readSchemaSources, schemaScript } from "../database/schema-sources.ts";
import { createServerDatabase } from "../database/server-database.ts";
import { engineFiles } from "../database/engine/snapshot.ts";
import { silentLog } from "../log.ts";

export interface TestEngine {
  readonly name: string;
  /** Opens a new database with hosted's roles and the services' schemas, without migrations. */
  readonly open: () => Promise<Database>;
}

let files: Promise<Blob> | undefined;

const embedded: TestEngine = {
  name: "the embedded engine",
  open: async () => {
    files ??= (async () => {
      const engine = await createEngine(schemaScript(await readSchemaSources()));
      const snapshot = await engineFiles(engine);
      await engine.close();
      return snapshot;
    })();
    return serveEngine(await openEngine({ snapshot: await files, pgcrypto: true }), silentLog);
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
