import { readSchemaSources } from "@sheaf/platform/schema-sources";
import { createServerDatabase } from "@sheaf/platform/server-database";
import type { Stack } from "@sheaf/platform/stack";
import { runJob } from "./run-job.ts";

/** Roles that log in with the password of the stack. */
const logins = ["authenticator", "supabase_auth_admin", "supabase_storage_admin"];

export interface StackDatabase {
  readonly host: string;
  readonly port: string;
  readonly name: string;
  readonly version: string;
  /** Hosted's `postgres`: under another name where the server's own superuser has that one. */
  readonly migrationRole: string;
  /** The same login somewhere else: at this server, in this database. */
  at(connectionString: string): string;
  /**
   * Lets the migration role make policies on the tables of Storage while `work` goes on. Hosted has an extension that
   * lifts just these statements; a plain PostgreSQL asks for membership in the role that owns the tables.
   */
  withPolicies<T>(work: () => Promise<T>): Promise<T>;
  /** Marks one stored document as taken back, so that the purge job has something to do. */
  takeOneBack(): Promise<void>;
}

/**
 * A database with hosted's roles and the services' tables, in which the stack's roles log in by its password. `stack`
 * drops it, and gives the roles back the passwords that they had: they are shared by all databases of the server.
 *
 * @param passwords compose's own script for the passwords of the services.
 */
export async function makeDatabase({
  databaseUrl,
  password,
  passwords,
  stack,
  signal,
}: {
  databaseUrl: string;
  password: string;
  passwords: string;
  stack: Stack;
  signal: AbortSignal;
}): Promise<StackDatabase> {
  const database = await createServerDatabase(databaseUrl, await readSchemaSources());
  stack.push(() => database.stop());
  const ask = async <Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []) => {
    const { rows } = await database.as("supabase_admin", {}, (query) => query<Row>(text, values));
    return rows;
  };
  const setPassword = async (role: string, encrypted: string | null) => {
    const [statement] = await ask<{ text: string }>(
      "select format('alter role %I password %L', $1::text, $2::text) as text",
      [role, encrypted],
    );
    await ask(String(statement?.text));
  };
  const told = await database.as("postgres", {}, (query) =>
    query<{ role: string; version: string }>(
      "select current_user as role, current_setting('server_version') as version",
    ),
  );
  const { role: migrationRole = "", version = "" } = told.rows[0] ?? {};

  const before = await ask<{ rolname: string; rolpassword: string | null }>(
    "select rolname, rolpassword from pg_authid where rolname = any ($1)",
    [[...logins, migrationRole]],
  );
  stack.push(async () => {
    for (const { rolname, rolpassword } of before) await setPassword(rolname, rolpassword);
  });
  await runJob({
    name: "the script of passwords",
    command: "psql",
    args: ["--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", database.connectionString, "--file", "-"],
    env: { PATH: String(process.env["PATH"]), POSTGRES_PASSWORD: password },
    input: passwords,
    signal,
  });
  await setPassword(migrationRole, password);

  const { hostname: host, port, pathname } = new URL(database.connectionString);
  return {
    host,
    port: port || "5432",
    name: pathname.slice(1),
    version,
    migrationRole,
    at(connectionString) {
      const url = new URL(connectionString);
      url.host = `${host}:${port || "5432"}`;
      url.pathname = pathname;
      return url.href;
    },
    async takeOneBack() {
      await ask(
        `update public.files set status = 'removed', removed_at = now(), removed_by = uploaded_by
         where id in (select id from public.files where status = 'stored' limit 1)`,
      );
    },
    async withPolicies(work) {
      await ask(`grant supabase_storage_admin to ${migrationRole}`);
      try {
        return await work();
      } finally {
        await ask(`revoke supabase_storage_admin from ${migrationRole}`);
      }
    },
  };
}
