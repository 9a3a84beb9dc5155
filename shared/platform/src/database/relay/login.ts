import type { PGlite } from "@electric-sql/pglite";
import { escapeIdentifier, escapeLiteral } from "pg";
import { firstError, simpleQuery } from "./backend-messages.ts";
import { assertRunning, exchange } from "./exchange.ts";
import { RelayRefusal } from "./relay-refusal.ts";

/** User of a connection, and the settings that PostgreSQL would apply at login. */
export interface Login {
  readonly user: string;
  readonly settings: readonly (readonly [name: string, value: string])[];
}

/** Settings of the engine's only session, which connections can't have individually. */
const sessionWide = new Set(["user", "database", "replication", "options", "client_encoding"]);

/** Checks that the role may log in and reads its settings, as PostgreSQL does at login. */
export async function readLogin(engine: PGlite, parameters: ReadonlyMap<string, string>): Promise<Login> {
  const user = parameters.get("user") ?? "";
  assertRunning(engine);
  const { rows } = await engine.query<{ rolcanlogin: boolean; settings: string[] }>(
    `select r.rolcanlogin, coalesce(array(
       select unnest(s.setconfig) from pg_catalog.pg_db_role_setting s
       where s.setrole in (0, r.oid) order by s.setrole
     ), '{}') as settings
     from pg_catalog.pg_roles r where r.rolname = $1`,
    [user],
  );
  const role = rows[0];
  if (role === undefined) throw new RelayRefusal("28000", `role "${user}" does not exist`);
  if (!role.rolcanlogin) throw new RelayRefusal("28000", `role "${user}" is not permitted to log in`);
  const ofRole = role.settings.map((setting): [string, string] => {
    const cut = setting.indexOf("=");
    return [setting.slice(0, cut), setting.slice(cut + 1)];
  });
  const ofClient = [...parameters].filter(([name]) => !sessionWide.has(name) && !name.startsWith("_pq_."));
  return { user, settings: [...ofRole, ...ofClient, ...commandLine(parameters.get("options") ?? "")] };
}

/** `-c name=value` pairs of the `options` parameter; a backslash escapes the next character. */
function commandLine(options: string): [string, string][] {
  return [...options.matchAll(/(?:-c\s*|--)([\w.-]+)=((?:\\.|[^\s\\])*)/g)].map(
    ([, name = "", value = ""]) => [name.replaceAll("-", "_"), value.replaceAll(/\\(.)/g, "$1")],
  );
}

/**
 * Switches the engine's session to `login`. Possible for any user, because the session was opened by a superuser.
 *
 * @throws if a setting's value is invalid; the session's user is unchanged then.
 */
export async function becomeUser(engine: PGlite, { user, settings }: Login): Promise<void> {
  const statements = [
    "set session authorization supabase_admin; reset all;",
    ...settings.map(
      ([name, value]) =>
        `select pg_catalog.set_config(${escapeLiteral(name)}, ${escapeLiteral(value)}, false);`,
    ),
    `set session authorization ${escapeIdentifier(user)};`,
  ];
  const { bytes } = await exchange(engine, simpleQuery(statements.join(" ")));
  const error = firstError(bytes);
  if (error !== undefined) throw new RelayRefusal(error.code, error.message);
}
