import type { Context } from "hono";
import type { Database, Query } from "../database/database.ts";
import { type Caller, knownCaller, type StorageEnv } from "./caller.ts";
import { fromDatabaseError } from "./database-error.ts";

/** The names policies test through `storage.operation()`, spelled as the service spells them. */
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
  // These two carry no prefix on the service either; policies that name them must not add one.
  | "object.get_authenticated_info"
  | "object.head_authenticated_info";

/** Asks Postgres on behalf of one request. Everything is set for one transaction only. */
export interface Ask {
  /** As the caller, under row-level security. */
  asCaller<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** As the service: service_role, outside row-level security, with no person's claims. */
  asService<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** As the caller, and nothing stays: tells whether a statement would be allowed. */
  probe(work: (query: Query) => Promise<unknown>): Promise<void>;
}

interface Question {
  database: Database;
  operation: Operation;
}

export function askFor(c: Context<StorageEnv>, { database, operation }: Question): Ask {
  const run = async <T>(caller: Caller, work: (query: Query) => Promise<T>): Promise<T> => {
    try {
      return await database.as(caller.role, settingsOf(c, caller, operation), work);
    } catch (error) {
      throw fromDatabaseError(error);
    }
  };

  return {
    asCaller: async (work) => run(knownCaller(c.get("caller")), work),
    asService: (work) => run(service, work),
    probe: async (work) => {
      const allowed = new Error("undo the probe");
      try {
        await run(knownCaller(c.get("caller")), async (query) => {
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
