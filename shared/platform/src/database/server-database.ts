import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { type Database, openDatabase } from "./database.ts";
import { type SchemaSources, schemaScript } from "./schema-sources.ts";

/** Replaces hosted's `postgres` if the server's own superuser has that name. */
const substituteRole = "sheaf_postgres";

/** Advisory lock that serialises processes creating roles on one server. The number is arbitrary. */
const rolesLock = 7_305_417;

const connections = 10;

/**
 * Creates a database on a real PostgreSQL (15 to 18) with hosted's roles, schemas and grants; `stop` drops it.
 * `connectionString` must be a superuser's. Missing roles are created and not dropped.
 */
export async function createServerDatabase(
  connectionString: string,
  sources: SchemaSources,
): Promise<Database> {
  const name = `sheaf_run_${randomBytes(6).toString("hex")}`;
  const own = withDatabase(connectionString, name);
  await onServer(connectionString, async (client) => {
    await client.query(`create database ${name} template template0`);
    // It is dropped when the run ends, so nothing waits until it is on the disk.
    await client.query(`alter database ${name} set synchronous_commit to off`);
  });
  try {
    const migrationRole = await onServer(connectionString, async (client) => {
      await client.query("select pg_advisory_lock($1)", [rolesLock]);
      const { rows } = await client.query<{ rolsuper: boolean }>(
        "select rolsuper from pg_roles where rolname = 'postgres'",
      );
      const role = rows[0]?.rolsuper === true ? substituteRole : "postgres";
      await onServer(own, (inside) => inside.query(schemaScript(sources, role)));
      return role;
    });
    return openDatabase({
      connectionString: own,
      connections,
      roleNames: { postgres: migrationRole },
      end: () => dropDatabase(connectionString, name),
    });
  } catch (error) {
    await dropDatabase(connectionString, name);
    throw error;
  }
}

async function dropDatabase(connectionString: string, name: string): Promise<void> {
  await onServer(connectionString, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** The same server and user, another database. */
function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Connection string of the same database for another user. The platform's roles have no passwords, so on a server that
 * requires one the superuser is kept; that is safe for clients that switch roles for each request, as PostgREST does.
 */
export function loginString(connectionString: string, user: string): string {
  const url = new URL(connectionString);
  if (url.password === "") url.username = user;
  return url.href;
}

async function onServer<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
