import type { Database } from "../database/database.ts";
import { serveEngine } from "../database/embedded-database.ts";
import { createEngine, openEngine } from "../database/engine.ts";
import { readSchemaSources, schemaScript } from "../database/schema-sources.ts";
import { createServerDatabase } from "../database/server-database.ts";
import { engineFiles } from "../database/snapshot.ts";
import { silentLog } from "../log.ts";

export interface TestEngine {
  readonly name: string;
  /** A new database with hosted's roles and the services' schemas, no migrations. */
  readonly open: () => Promise<Database>;
}

let files: Promise<Blob> | undefined;

const embedded: TestEngine = {
  name: "the embedded engine",
  open: async () => {
    files ??= (async () => {
      const engine = await createEngine(schemaScript(await readSchemaSources()));
      const made = await engineFiles(engine);
      await engine.close();
      return made;
    })();
    return serveEngine(await openEngine({ snapshot: await files }), silentLog);
  },
};

function server(url: string): TestEngine {
  return {
    name: "a PostgreSQL server",
    open: async () => createServerDatabase(url, await readSchemaSources()),
  };
}

/** Both engines where `DATABASE_URL` names a server, else the embedded one. */
export function testEngines(env: NodeJS.ProcessEnv): TestEngine[] {
  const url = env["DATABASE_URL"];
  return url ? [embedded, server(url)] : [embedded];
}
