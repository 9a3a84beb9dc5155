import { readSchemaSources } from "@sheaf/platform/schema-sources";
import { createServerDatabase } from "@sheaf/platform/server-database";
import type { Stack } from "@sheaf/platform/stack";
import type { RealServices } from "./real-services.ts";
import { runJob } from "./run-job.ts";

/** Roles that log in with the password of the stack. */
const logins = ["authenticator", "supabase_auth_admin", "supabase_storage_admin"];

export interface StackDatabase {
  readonly host: string;
  readonly port: string;
  readonly name: string;
  readonly version: string;
  /** Stands for hosted's `postgres`; has another name if the server's own superuser is called that. */
  readonly migrationRole: string;
  /** Replaces host and database of a connection string with this server and database. */
  at(connectionString: string): string;
  /**
   * Lets the migration role create policies on Storage's tables while `work` runs. Hosted has an extension that allows
   * exactly these statements; plain PostgreSQL requires membership in the role that owns the tables.
   */
  withPolicies<T>(work: () => Promise<T>): Promise<T>;
  /** Marks one stored document as removed, so that the worker has something to delete. */
  removeOneDocument(): Promise<void>;
  /** Ends the time for which a worker owns an email, where it has had it for so long that it must be gone. */
  expireLostLeases(): Promise<void>;
  /** Number of emails that are due or being sent. */
  waitingEmails(): Promise<number>;
}

/**
 * Creates a database with hosted's roles and the services' tables, whose roles log in with the stack's password. `stack`
 * drops it and restores the roles' previous passwords, because all databases of a server share their roles.
 *
 * @param passwords compose's own script that sets the services' passwords.
 */
export async function makeDatabase({
  databaseUrl,
  real,
  password,
  passwords,
  stack,
  signal,
}: {
  databaseUrl: string;
  real: RealServices;
  password: string;
  passwords: string;
  stack: Stack;
  signal: AbortSignal;
}): Promise<StackDatabase> {
  const sources = await readSchemaSources();
  const database = await createServerDatabase(databaseUrl, {
    ...sources,
    // A real service creates its own tables when it starts.
    ...(real.auth !== undefined && { auth: "" }),
    ...(real.storage !== undefined && { storage: "" }),
  });
  stack.push(() => database.stop());
  const runQuery = async <Row extends Record<string, unknown>>(
    text: string,
    values: readonly unknown[] = [],
  ) => {
    const { rows } = await database.as("supabase_admin", {}, (query) => query<Row>(text, values));
    return rows;
  };
  const setPassword = async (role: string, encrypted: string | null) => {
    const [statement] = await runQuery<{ text: string }>(
      "select format('alter role %I password %L', $1::text, $2::text) as text",
      [role, encrypted],
    );
    await runQuery(String(statement?.text));
  };
  const server = await database.as("postgres", {}, (query) =>
    query<{ role: string; version: string }>(
      "select current_user as role, current_setting('server_version') as version",
    ),
  );
  const { role: migrationRole = "", version = "" } = server.rows[0] ?? {};

  const previous = await runQuery<{ rolname: string; rolpassword: string | null }>(
    "select rolname, rolpassword from pg_authid where rolname = any ($1)",
    [[...logins, migrationRole]],
  );
  stack.push(async () => {
    for (const { rolname, rolpassword } of previous) await setPassword(rolname, rolpassword);
  });
  await runJob({
    name: "the passwords script",
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
    async removeOneDocument() {
      await runQuery(
        `update public.files set status = 'removed', removed_at = now(), removed_by = uploaded_by
         where id in (select id from public.files where status = 'stored' limit 1)`,
      );
    },
    async expireLostLeases() {
      await runQuery(
        `update private.outbox set claimed_until = now()
         where ended_at is null and claimed_until > now() and claimed_until < now() + interval '5 minutes' - interval '5 seconds'`,
      );
    },
    async waitingEmails() {
      const [row] = await runQuery<{ count: number }>(
        "select count(*)::integer as count from private.outbox where ended_at is null and (not_before <= now() or claimed_until > now())",
      );
      return Number(row?.count);
    },
    async withPolicies(work) {
      await runQuery(`grant supabase_storage_admin to ${migrationRole}`);
      try {
        return await work();
      } finally {
        await runQuery(`revoke supabase_storage_admin from ${migrationRole}`);
      }
    },
  };
}
