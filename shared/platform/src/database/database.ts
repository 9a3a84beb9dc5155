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
  /** Of the superuser. Any PostgreSQL client may use it. */
  readonly connectionString: string;
  /**
   * One transaction as `role`, with `settings` set for its duration (`request.jwt.claims`, `storage.operation` …).
   * Commits when `work` resolves; rolls back when it throws, so a probe throws to leave no trace.
   * `work` must not wait for anything that needs another transaction: the embedded engine runs one at a time.
   */
  as<T>(
    role: DatabaseRole,
    settings: Readonly<Record<string, string>>,
    work: (query: Query) => Promise<T>,
  ): Promise<T>;
  stop(): Promise<void>;
}

/** Roles that never log in themselves: the API's own role becomes them. */
const actedByApi: ReadonlySet<DatabaseRole> = new Set(["anon", "authenticated", "service_role"]);

/** What each role's own login would have set; changing the session's user does not bring it. */
const searchPaths: Partial<Record<DatabaseRole, string>> = {
  supabase_auth_admin: "auth",
  supabase_storage_admin: "storage",
};

export interface DatabaseOptions {
  readonly connectionString: string;
  /** The role that the connection string is of, where it is no superuser: it becomes what it may, as a real service does. */
  readonly login?: DatabaseRole;
  /** Connections kept at most; one transaction each. */
  readonly connections: number;
  /** Role names that differ on this server, see `server-database.ts`. */
  readonly roleNames?: Partial<Record<DatabaseRole, string>>;
  /** Called last by `stop`: end the engine behind the connections. */
  readonly end: () => Promise<void>;
}

/** A `Database` over any PostgreSQL connection string, whose user may take every role or is the one of `login`. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, login, connections, roleNames = {}, end } = options;
  const pool = new Pool({ connectionString, max: connections });
  // An idle connection that the server drops is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  let ended: Promise<void> | undefined;
  return {
    connectionString,
    async as(role, settings, work) {
      const client = await pool.connect();
      let broken = false;
      // The pool listens to idle connections only; one that breaks in mid-work would end the process.
      const breaks = () => {
        broken = true;
      };
      client.on("error", breaks);
      try {
        await client.query(`begin; ${becoming(role, { name: roleNames[role] ?? role, login })}`);
        await client.query("select set_config(k, v, true) from unnest($1::text[], $2::text[]) as s (k, v)", [
          Object.keys(settings),
          Object.values(settings),
        ]);
        const result = await work(queryOf(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch(breaks);
        throw error;
      } finally {
        client.off("error", breaks);
        client.release(broken);
      }
    },
    stop() {
      ended ??= pool.end().then(end);
      return ended;
    },
  };
}

/** Becomes `name` until the transaction ends, without a way to become more than that role or the login may. */
function becoming(
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

/** `query` of one connection in the shape that the platform's services know. */
function queryOf(client: ClientBase): Query {
  return async (text, values = []) => {
    const result = await client.query(text, [...values]);
    return { rows: result.rows, rowCount: result.rowCount ?? 0 };
  };
}
