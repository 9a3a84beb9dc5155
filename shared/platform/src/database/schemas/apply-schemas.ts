import type { Database, Query } from "../database.ts";
import { runScript, type ScriptStatement } from "../migrations/run-script.ts";
import { creationOrder } from "./creation-order.ts";

/**
 * Creates everything in an empty database, in one transaction. Bodies of functions are checked at the end, when all that
 * they name exists.
 *
 * @throws MigrationError naming file and line; an error that names the function whose body is wrong.
 */
export function applySchemas(database: Database, statements: readonly ScriptStatement[]): Promise<void> {
  return runScript(database, {
    statements: creationOrder(statements),
    settings: { check_function_bodies: "off" },
    finish: checkFunctionBodies,
  });
}

function checkFunctionBodies(query: Query): Promise<unknown> {
  return query(`do $$
    declare
      own record;
    begin
      set local check_function_bodies = on;
      for own in
        select p.oid, p.oid::regprocedure as name, l.lanvalidator::regproc as validator
        from pg_catalog.pg_proc as p
        join pg_catalog.pg_language as l on l.oid = p.prolang
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'hooks'::regnamespace)
      loop
        begin
          execute format('select %s(%s)', own.validator, own.oid);
        exception when others then
          raise exception '%: %', own.name, sqlerrm;
        end;
      end loop;
    end
  $$`);
}
