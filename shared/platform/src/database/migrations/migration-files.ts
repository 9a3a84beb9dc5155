import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type SqlStatement, sqlStatements } from "./sql-statements.ts";

export interface MigrationFile {
  readonly file: string;
  /** Digits before the first underscore; determines the order. */
  readonly version: string;
  readonly name: string;
  readonly statements: readonly SqlStatement[];
  /** A `*.policies.sql` file: only statements on tables of `auth` and `storage`. */
  readonly foreign: boolean;
}

/** Message starts with the file, and the line in it, where a migration failed. */
export class MigrationError extends Error {}

/** Start of a line about a step that a generated migration leaves to a person. */
export const handMark = "-- BY HAND:";

const onForeignTable = /^(?:(?:create|alter|drop)\s+policy|drop\s+trigger)\b.*?\bon\s+(?:auth|storage)\./is;
const lockTimeout = /^set\s+local\s+lock_timeout\b/i;
const transactionControl = /^(?:begin|start\s+transaction|commit|end|rollback|abort)\b/i;
/** Denied on hosted. Here the session belongs to a superuser, who could switch to any user. */
const anotherUser = /^(?:re)?set\s+(?:(?:local|session)\s+)?session\s+authorization\b/i;

/** All migrations of a folder, ordered by version. */
export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const files = await Promise.all(
    names.map(async (name) => parseMigration(name, await readFile(join(folder, name), "utf8"))),
  );
  for (const [index, { file, version }] of files.entries()) {
    const twin = files[index + 1];
    if (twin?.version === version) {
      throw new MigrationError(`${file} and ${twin.file} have the same version; give one a later one.`);
    }
  }
  return files;
}

/** @throws MigrationError for an invalid name or a forbidden statement. */
export function parseMigration(file: string, sql: string): MigrationFile {
  const parts = /^(?<version>\d+)_(?<name>.+)\.sql$/.exec(file)?.groups;
  if (parts === undefined) {
    throw new MigrationError(`${file}: a migration is named <version>_<name>.sql, with digits for version.`);
  }
  const marked = sql.split("\n").findIndex((line) => line.startsWith(handMark));
  if (marked !== -1) {
    throw new MigrationError(
      `${file}:${marked + 1}: has a step to do by hand; remove its mark when it's done.`,
    );
  }
  const statements = sqlStatements(sql);
  const foreign = file.endsWith(".policies.sql");
  for (const { text, line } of statements) {
    if (transactionControl.test(text)) {
      throw new MigrationError(
        `${file}:${line}: each file is one transaction already, so "${brief(text)}" may not be in it.`,
      );
    }
    if (anotherUser.test(text)) {
      throw new MigrationError(
        `${file}:${line}: a migration may not switch to another user, as "${brief(text)}" does.`,
      );
    }
    if (foreign && !isElevated(text) && !lockTimeout.test(text)) {
      throw new MigrationError(
        `${file}:${line}: a *.policies.sql file may only contain policies and trigger removals on auth and storage, not "${brief(text)}".`,
      );
    }
  }
  return { file, version: parts["version"] ?? "", name: parts["name"] ?? "", statements, foreign };
}

/** True for statements that hosted runs as its superuser for any role. */
export function isElevated(statement: string): boolean {
  return onForeignTable.test(statement);
}

/** The first words of a statement, for an error message. */
export function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
