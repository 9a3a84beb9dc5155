import { type ClientBase, escapeIdentifier, Pool } from "pg";

/** Roles of hosted Supabase that the platform acts as. */
export type DatabaseRole =
  | "supabase_admin"
  | "postgres"
  | "supabase_auth_admin"
  | "supabase_storage_admin"
  | "anon"
  | "authenticated"
  | "service_role";

export interface Rows<Row> {
  rows: Row[];
  rowCount: number;
}

/** One statement with `$1`-style values; always unnamed, because sessions are shared behind the relay. */
export interface Query {
  <Row extends Record<string, unknown> = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Rows<Row>>;
}

export interface Database {
  /** Superuser's connection string, for any PostgreSQL client. */
  readonly connectionString: string;
  /** True for the embedded engine: a transaction keeps every other one waiting. */
  readonly runsOneAtATime?: boolean;
  /**
   * Runs `work` in one transaction as `role`, with `settings` for its duration (`request.jwt.claims`,
   * `storage.operation` …). Commits when `work` resolves and rolls back when it throws; a probe therefore throws.
   * `work` must not wait for another transaction, because the embedded engine runs one at a time.
   */
  as<T>(
    role: DatabaseRole,
    settings: Readonly<Record<string, string>>,
    work: (query: Query) => Promise<T>,
  ): Promise<T>;
  stop(): Promise<void>;
}

/** Roles that can't log in; the API's login role switches to them. */
const actedByApi: ReadonlySet<DatabaseRole> = new Set(["anon", "authenticated", "service_role"]);

/** Settings of each role's login, which changing the session's user doesn't apply. */
const searchPaths: Partial<Record<DatabaseRole, string>> = {
  supabase_auth_admin: "auth",
  supabase_storage_admin: "storage",
};

export interface DatabaseOptions {
  readonly connectionString: string;
  /** Role of the connection string unless it is a superuser. It can only switch to its granted roles, as a real service. */
  readonly login?: DatabaseRole;
  /** Maximum number of connections, with one transaction each. */
  readonly connections: number;
  readonly runsOneAtATime?: boolean;
  /** Role names that differ on this server, see `server-database.ts`. */
  readonly roleNames?: Partial<Record<DatabaseRole, string>>;
  /** Called last by `stop`, to end the engine behind the connections. */
  readonly end: () => Promise<void>;
}

/** A `Database` over any PostgreSQL connection string, whose user is a superuser or the role `login`. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, login, connections, runsOneAtATime = false, roleNames = {}, end } = options;
  const pool = new Pool({ connectionString, max: connections });
  // The pool replaces idle connections that the server drops. Without a listener, the error would end the process.
  pool.on("error", () => undefined);
  let ended: Promise<void> | undefined;
  return {
    connectionString,
    runsOneAtATime,
    async as(role, settings, work) {
      const client = await pool.connect();
      let broken = false;
      // The pool listens to idle connections only. An error during a transaction would end the process.
      const markBroken = () => {
        broken = true;
      };
      client.on("error", markBroken);
      try {
        await client.query(`begin; ${switchRoleSql(role, { name: roleNames[role] ?? role, login })}`);
        await client.query("select set_config(k, v, true) from unnest($1::text[], $2::text[]) as s (k, v)", [
          Object.keys(settings),
          Object.values(settings),
        ]);
        const result = await work(queryOf(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(markBroken);
        throw error;
      } finally {
        client.off("error", markBroken);
        client.release(broken);
      }
    },
    stop() {
      ended ??= pool.end().then(end);
      return ended;
    },
  };
}

/** Switches to `name` for the transaction. The session's user changes too, so the role gains no rights of a superuser. */
function switchRoleSql(
  role: DatabaseRole,
  { name, login }: { name: string; login: DatabaseRole | undefined },
): string {
  const path = `set local search_path to ${searchPaths[role] ?? '"$user", public, extensions'}`;
  const quoted = escapeIdentifier(name);
  if (login !== undefined) return `${path}; set local role ${quoted}`;
  return actedByApi.has(role)
    ? `${path}; set local session authorization authenticator; set local role ${quoted}`
    : `${path}; set local session authorization ${quoted}`;
}

/** Adapts a connection to `Query`. */
function queryOf(client: ClientBase): Query {
  return async (text, values = []) => {
    const result = await client.query(text, [...values]);
    return { rows: result.rows, rowCount: result.rowCount ?? 0 };
  };
}
