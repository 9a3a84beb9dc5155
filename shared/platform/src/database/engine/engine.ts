import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";

/** Extensions that migrations may create, as on hosted. All are trusted, so creating them needs no superuser. */
const extensions = { btree_gin, pg_trgm, unaccent };

/** The default of 128 MB would be allocated and cleared at every start, even for little data. */
const sharedBuffers = "16MB";

/** The default of 16 MB would be most of a new database, and is written, copied and read at a first start. */
const walSegmentMegabytes = 1;

/**
 * Statements for a new engine, run before any schema.
 * PGlite's superuser is `postgres`; on hosted that is a regular role and the superuser is `supabase_admin`. A role
 * can't rename itself, so a second superuser renames it and is dropped.
 */
export const engineSetup: readonly string[] = [
  "create role renaming superuser",
  "set session authorization renaming",
  "alter role postgres rename to supabase_admin",
  "set session authorization supabase_admin",
  "drop role renaming",
  // No further databases are created here, and an engine without the templates' files opens in half the time.
  "update pg_database set datistemplate = false, datallowconn = true where datistemplate",
  "drop database template0",
  "drop database template1",
  `alter system set shared_buffers = '${sharedBuffers}'`,
];

type LoadedExtensions = Pick<OpenEngineOptions, "pgcrypto">;

/** Creates a database in memory and runs `script`. Takes 3 to 5 seconds, nearly all of it initdb. */
export async function createEngine(script: string, loaded: LoadedExtensions = {}): Promise<PGlite> {
  preferQuickWasm();
  const engine = await PGlite.create({
    extensions: extensionsOf(loaded),
    initDbStartParams: [`--wal-segsize=${walSegmentMegabytes}`],
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${sharedBuffers}`],
  });
  for (const statement of engineSetup) await engine.exec(statement);
  await engine.exec(script);
  return engine;
}

export interface OpenEngineOptions {
  /** Folder of the data files; the database is in memory if omitted. */
  readonly directory?: string | undefined;
  /** Initial files of a database in memory. */
  readonly snapshot?: Blob | undefined;
  /** Loads `pgcrypto`, which costs 150 ms of CPU time per start; the other extensions cost none. */
  readonly pgcrypto?: boolean | undefined;
}

export async function openEngine(options: OpenEngineOptions): Promise<PGlite> {
  preferQuickWasm();
  const { directory, snapshot } = options;
  return PGlite.create({
    extensions: extensionsOf(options),
    ...(directory !== undefined && { dataDir: directory }),
    ...(snapshot !== undefined && { loadDataDir: snapshot }),
  });
}

function extensionsOf(loaded: LoadedExtensions) {
  return { ...extensions, ...(loaded.pgcrypto === true && { pgcrypto }) };
}

/**
 * Makes this process run WebAssembly with the baseline compiler only. The optimizing compiler costs about a second of CPU
 * time per start (2.2 s instead of 1.2 s until rows are served) and pays off only for statements that run for seconds:
 * creating, reading and indexing 300,000 rows takes 1.2 s instead of 1.9 s.
 */
function preferQuickWasm(): void {
  for (const flag of ["--liftoff-only", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering"]) {
    setFlagsFromString(flag);
  }
}
