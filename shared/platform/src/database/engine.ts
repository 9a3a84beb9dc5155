import { PGlite } from "@electric-sql/pglite";
import { preferQuickWasm } from "./quick-wasm.ts";

/**
 * What a new engine needs before any schema.
 * It calls its superuser `postgres`; hosted calls it `supabase_admin` and lets `postgres` be a plain role. A role
 * cannot rename itself, so a second superuser does it and goes.
 * Its buffers of 128 MB would be allocated and cleared at every start, whatever the size of the data.
 */
export const engineSetup: readonly string[] = [
  "create role renaming superuser",
  "set session authorization renaming",
  "alter role postgres rename to supabase_admin",
  "set session authorization supabase_admin",
  "drop role renaming",
  "alter system set shared_buffers = '32MB'",
];

/** A new database in memory with everything that `script` makes. Takes 3 to 5 seconds, nearly all of it initdb. */
export async function createEngine(script: string): Promise<PGlite> {
  preferQuickWasm();
  const engine = await PGlite.create();
  for (const statement of engineSetup) await engine.exec(statement);
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
  preferQuickWasm();
  return PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  });
}
