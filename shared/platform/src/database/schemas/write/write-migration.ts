import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { silentLog } from "../../../log.ts";
import { applyMigrations } from "../../migrations/apply-migrations.ts";
import {
  handMark,
  MigrationError,
  parseMigration,
  readMigrations,
} from "../../migrations/migration-files.ts";
import { openPlatformDatabase } from "../../open-database.ts";
import { applySchemas } from "../apply-schemas.ts";
import { compareCatalogs } from "../compare-catalogs.ts";
import { readCatalogOf } from "../read-catalog.ts";
import { readSchemas } from "../schema-files.ts";
import { compare, type Step } from "./differences.ts";
import { migrationSteps } from "./migration-steps.ts";
import { widenedChecks } from "./widened-checks.ts";

export interface MigrationRequest {
  /** Folder of the migrations so far; the new file is written there. */
  readonly migrations: string;
  readonly schemas: string;
  /** Of the change, in lower case with underscores. */
  readonly name: string;
  readonly now: Date;
}

export interface WrittenMigration {
  /** Name of the file. */
  readonly file: string;
  /** Sentences about what a person has to do before the file can be applied; empty if it leads to `schemas/`. */
  readonly byHand: readonly string[];
}

/**
 * Writes the migration that leads from the present migrations to `schemas/`, applies it and compares again.
 *
 * @returns undefined if there is no difference; nothing is written then.
 * @throws MigrationError for a wrong name, and for wrong statements of either folder.
 */
export async function writeMigration(request: MigrationRequest): Promise<WrittenMigration | undefined> {
  if (!/^[a-z][a-z0-9_]*$/.test(request.name)) {
    throw new MigrationError(`"${request.name}" isn't a name of lower-case letters, digits and underscores.`);
  }
  const migrations = await readMigrations(request.migrations);
  const statements = await readSchemas(request.schemas);
  await using opened = new AsyncDisposableStack();
  const open = async (of: typeof migrations) => {
    const { database } = await openPlatformDatabase({ migrations: of, log: silentLog });
    opened.defer(() => database.stop());
    return database;
  };
  const [migrated, created] = [await open(migrations), await open([])];
  await applySchemas(created, statements);
  const after = await readCatalogOf(created);
  const comparison = compare(await readCatalogOf(migrated), after);
  if (comparison.differences.length === 0) return undefined;
  const widened = await widenedChecks(migrated, created, comparison);
  const steps = migrationSteps(comparison, statements, widened);
  const file = `${request.now.toISOString().replaceAll(/\D/g, "").slice(0, 14)}_${request.name}.sql`;
  let byHand = steps.flatMap((step) => step.byHand ?? []);
  let text = script(request.name, steps);
  if (byHand.length === 0) {
    const remaining = await whatRemains(async () => {
      await applyMigrations(migrated, [...migrations, parseMigration(file, text)]);
      return compareCatalogs(await readCatalogOf(migrated), after, { left: file, right: "schemas/" });
    });
    if (remaining.length > 0) text = `${handMark} the statements below don't lead to schemas/ yet.\n${text}`;
    byHand = remaining;
  }
  await writeFile(join(request.migrations, file), text);
  return { file, byHand };
}

async function whatRemains(differences: () => Promise<string[]>): Promise<string[]> {
  try {
    return await differences();
  } catch (error) {
    if (error instanceof MigrationError) return [error.message];
    throw error;
  }
}

function script(name: string, steps: readonly Step[]): string {
  // A function may call one that comes later.
  const functions = steps.filter(({ sql }) => sql.startsWith("create or replace function"));
  const settings = functions.length > 1 ? "set local check_function_bodies = off;\n\n" : "";
  const texts = steps.map(({ sql, byHand }) =>
    byHand === undefined ? sql : `${handMark} ${byHand}\n${sql}`,
  );
  return `-- Generated from schemas/ by \`pnpm migration ${name}\`.\n\n${settings}${texts.join("\n\n")}\n`;
}
