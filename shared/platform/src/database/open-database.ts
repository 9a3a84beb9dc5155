import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import type { Log } from "../log.ts";
import { applyMigrations } from "./migrations/apply-migrations.ts";
import type { Database } from "./database.ts";
import { createDatabaseFiles, engineFolder } from "./engine/data-directory.ts";
import { lockDirectory } from "./engine/directory-lock.ts";
import { serveEngine } from "./engine/embedded-database.ts";
import { createEngine, engineSetup, openEngine } from "./engine/engine.ts";
import type { MigrationFile } from "./migrations/migration-files.ts";
import { type Baseline, readBaseline } from "./reset-database.ts";
import { readSchemaSources, type SchemaSources, schemaScript } from "./schema-sources.ts";
import { createServerDatabase } from "./server-database.ts";
import {
  engineFiles,
  findSnapshot,
  hasSnapshots,
  saveSnapshot,
  type Snapshot,
  snapshotKey,
  snapshotOf,
} from "./engine/snapshot.ts";

export interface OpenedDatabase {
  readonly database: Database;
  /** Rows that `reset` restores. */
  readonly baseline: () => Promise<Baseline>;
}

export interface OpenDatabaseOptions {
  /** Superuser's connection string of a real PostgreSQL; the embedded engine is used if omitted. */
  readonly databaseUrl?: string | undefined;
  /** Folder of the embedded engine's files; memory is used if omitted. */
  readonly directory?: string | undefined;
  readonly migrations: readonly MigrationFile[];
  readonly log: Log;
}

/** Opens the platform's database and applies new migrations. */
export async function openPlatformDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const sources = await readSchemaSources();
  if (options.databaseUrl !== undefined) return openOnServer(options.databaseUrl, sources, options);
  const snapshot = () => migratedSnapshot(sources, options);
  if (options.directory === undefined) {
    const { files, baseline } = await snapshot();
    const engine = await openEngine({ snapshot: files, pgcrypto: needsPgcrypto(options.migrations) });
    return { database: await serveEngine(engine, options.log), baseline: () => Promise.resolve(baseline) };
  }
  const database = await openInDirectory(options.directory, snapshot, options);
  return { database, baseline: async () => (await snapshot()).baseline };
}

async function openOnServer(
  databaseUrl: string,
  sources: SchemaSources,
  { migrations }: OpenDatabaseOptions,
): Promise<OpenedDatabase> {
  const database = await createServerDatabase(databaseUrl, sources);
  try {
    await applyMigrations(database, migrations);
    const baseline = await readBaseline(database);
    return { database, baseline: () => Promise.resolve(baseline) };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function openInDirectory(
  directory: string,
  snapshot: () => Promise<Snapshot>,
  { migrations, log }: OpenDatabaseOptions,
): Promise<Database> {
  const lock = await lockDirectory(directory);
  try {
    await createDatabaseFiles(directory, snapshot);
    // Always with pgcrypto, because migrations can be added while the platform runs.
    const engine = await openEngine({ directory: engineFolder(directory), pgcrypto: true });
    const database = await serveEngine(engine, log);
    try {
      await applyMigrations(database, migrations);
    } catch (error) {
      await database.stop();
      throw error;
    }
    return {
      ...database,
      async stop() {
        await database.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A database with all migrations applied, from the cache if possible. */
export function migratedSnapshot(
  sources: SchemaSources,
  { migrations, log }: Pick<OpenDatabaseOptions, "migrations" | "log">,
): Promise<Snapshot> {
  const script = schemaScript(sources);
  const texts = migrations.flatMap(({ file, statements }) => [file, ...statements.map(({ text }) => text)]);
  const make = async (engine: PGlite): Promise<Snapshot> => {
    const database = await serveEngine(engine, log);
    try {
      await applyMigrations(database, migrations);
      const baseline = await readBaseline(database);
      return { baseline, files: await engineFiles(engine) };
    } finally {
      await database.stop();
    }
  };
  // The record of migrations is there even if there are none.
  return snapshotOf(snapshotKey([...emptyTexts(sources), "migrations", ...texts]), async () => {
    const pgcrypto = needsPgcrypto(migrations);
    const emptyKey = snapshotKey(emptyTexts(sources));
    const empty = await findSnapshot(emptyKey);
    if (empty !== undefined) return make(await openEngine({ snapshot: empty.files, pgcrypto }));
    // The engine goes on with the migrations: opening another one takes as long as a third of initdb.
    const engine = await createEngine(script, { pgcrypto });
    // Only a change of migrations needs it. After a clone everything waits for the database, so it isn't saved then.
    if (await hasSnapshots())
      await saveSnapshot(emptyKey, { files: await engineFiles(engine), baseline: [] });
    return make(engine);
  });
}

/** A database with the services' schemas alone, from the cache if possible. */
export function emptySnapshot(sources: SchemaSources): Promise<Snapshot> {
  return snapshotOf(snapshotKey(emptyTexts(sources)), async () => {
    const engine = await createEngine(schemaScript(sources), { pgcrypto: false });
    try {
      return { files: await engineFiles(engine), baseline: [] };
    } finally {
      await engine.close();
    }
  });
}

/** Everything that a database without migrations is made of. */
const emptyTexts = (sources: SchemaSources) => [engineVersion(), ...engineSetup, schemaScript(sources)];

function needsPgcrypto(migrations: readonly MigrationFile[]): boolean {
  return migrations.some(({ statements }) => statements.some(({ text }) => text.includes("pgcrypto")));
}

function engineVersion(): string {
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return readFileSync(join(dirname(entry), "..", "package.json"), "utf8");
}
