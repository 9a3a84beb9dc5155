import { PGlite } from "@electric-sql/pglite";

/**
 * The embedded engine calls its superuser `postgres`; hosted calls it `supabase_admin` and lets `postgres` be a
 * plain role. A role cannot rename itself, so a second superuser does it and goes.
 */
const renameSuperuser = [
  "create role renaming superuser",
  "set session authorization renaming",
  "alter role postgres rename to supabase_admin",
  "set session authorization supabase_admin",
  "drop role renaming",
];

/** A new database in memory with everything that `script` makes. Takes 3 to 5 seconds, nearly all of it initdb. */
export async function createEngine(script: string): Promise<PGlite> {
  const engine = await PGlite.create();
  for (const statement of renameSuperuser) await engine.exec(statement);
  await engine.exec(script);
  return engine;
}

export interface OpenEngineOptions {
  /** Kept there between runs; in memory without. */
  readonly directory?: string | undefined;
  /** Files of a database to begin with; only for memory or a directory that is not there yet. */
  readonly snapshot?: Blob | undefined;
}

export function openEngine({ directory, snapshot }: OpenEngineOptions): Promise<PGlite> {
  return PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  });
}
