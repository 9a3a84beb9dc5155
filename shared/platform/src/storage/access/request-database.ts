import type { Context } from "hono";
import type { Database, Query } from "../../database/database.ts";
import { type Caller, requiredCaller, type StorageEnv } from "./caller.ts";
import { fromDatabaseError } from "./database-error.ts";

/** Names that policies test with `storage.operation()`, spelled as by the service. */
export type Operation =
  | "storage.bucket.create"
  | "storage.bucket.get"
  | "storage.bucket.list"
  | "storage.bucket.update"
  | "storage.bucket.empty"
  | "storage.bucket.delete"
  | "storage.object.list"
  | "storage.object.list_v2"
  | "storage.object.move"
  | "storage.object.copy"
  | "storage.object.upload"
  | "storage.object.upload_update"
  | "storage.object.upload_signed"
  | "storage.object.sign_upload_url"
  | "storage.object.sign"
  | "storage.object.sign_many"
  | "storage.object.get_signed"
  | "storage.object.get_public"
  | "storage.object.info_public"
  | "storage.object.delete"
  | "storage.object.delete_many"
  | "storage.object.get_authenticated"
  | "storage.tus.options"
  | "storage.tus.upload.create"
  | "storage.tus.upload.part"
  | "storage.tus.upload.get"
  | "storage.tus.upload.delete"
  // These two have no prefix on the service either, so policies must name them without one.
  | "object.get_authenticated_info"
  | "object.head_authenticated_info";

/** Database access for one request. All settings apply to a single transaction. */
export interface RequestDatabase {
  /** Runs as the caller, with row-level security. */
  asCaller<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Runs as service_role, without row-level security and without a user's claims. */
  asService<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Runs as the caller and rolls back; throws if a statement isn't allowed. */
  probe(work: (query: Query) => Promise<unknown>): Promise<void>;
}

interface RequestDatabaseOptions {
  database: Database;
  operation: Operation;
}

export function requestDatabase(
  c: Context<StorageEnv>,
  { database, operation }: RequestDatabaseOptions,
): RequestDatabase {
  const run = async <T>(caller: Caller, work: (query: Query) => Promise<T>): Promise<T> => {
    try {
      return await database.as(caller.role, settingsOf(c, caller, operation), work);
    } catch (error) {
      throw fromDatabaseError(error);
    }
  };

  return {
    asCaller: async (work) => run(requiredCaller(c.get("caller")), work),
    asService: (work) => run(service, work),
    probe: async (work) => {
      const allowed = new Error("roll back the probe");
      try {
        await run(requiredCaller(c.get("caller")), async (query) => {
          await work(query);
          throw allowed;
        });
      } catch (error) {
        if (error !== allowed) throw error;
      }
    },
  };
}

const service: Caller = { role: "service_role", subject: "", claims: { role: "service_role" }, token: "" };

function settingsOf(c: Context<StorageEnv>, caller: Caller, operation: Operation): Record<string, string> {
  return {
    "request.jwt.claim.role": caller.role,
    "request.jwt.claim.sub": caller.subject,
    "request.jwt.claims": JSON.stringify(caller.claims),
    "request.jwt": caller.token,
    "request.headers": JSON.stringify(c.req.header()),
    "request.method": c.req.method,
    "request.path": c.req.path,
    "storage.operation": operation,
    "storage.allow_delete_query": "true",
  };
}
