import { readFile } from "node:fs/promises";

export interface SchemaSources {
  /** Roles, schemas, grants. */
  readonly bootstrap: string;
  readonly auth: string;
  readonly storage: string;
}

/** SQL of a database before any migration, as the services expect it. */
export async function readSchemaSources(): Promise<SchemaSources> {
  const [bootstrap, auth, storage] = await Promise.all(
    ["bootstrap.sql", "../auth/schema.sql", "../storage/schema.sql"].map((path) =>
      readFile(new URL(path, import.meta.url), "utf8"),
    ),
  );
  return { bootstrap: bootstrap ?? "", auth: auth ?? "", storage: storage ?? "" };
}

/**
 * Combines all sources into one script for a superuser; each service's role owns its objects.
 * `migrationRole` replaces `postgres` on servers with a superuser of that name.
 */
export function schemaScript(sources: SchemaSources, migrationRole = "postgres"): string {
  return [
    sources.bootstrap,
    "set role supabase_auth_admin;",
    "set search_path to auth;",
    sources.auth,
    "reset role;",
    "set role supabase_storage_admin;",
    "set search_path to storage;",
    sources.storage,
    "reset role;",
    "reset search_path;",
  ]
    .join("\n")
    .replaceAll(/\bpostgres\b/g, migrationRole);
}
