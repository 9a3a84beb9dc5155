import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";

/** A bucket whose objects have rows that say what may be deleted. */
export type Bucket = "documents" | "assets";

/** An object to delete, and the reason in one word, as counted in the report. */
export interface Claim {
  key: string;
  kind: string;
}

/** The platform as the job uses it in one run. Failed calls throw `PlatformRefusal`. */
export interface PurgePlatform {
  /** Retires one batch of expired files; returns their number, 0 when there are no more. */
  retireFiles(): Promise<number>;
  /** One batch of objects of removed files; empty when there are no more. */
  claimRemoved(): Promise<Claim[]>;
  /** Objects without a row among those that follow `after`; `seenTo` is where to continue, null at the end. */
  claimOrphans(bucket: Bucket, after: string): Promise<{ orphans: Claim[]; seenTo: string | null }>;
  /** Number of objects that existed. Missing ones are not an error. */
  deleteObjects(bucket: Bucket, keys: string[]): Promise<number>;
  /** Marks the ones whose object no longer exists, and returns them. */
  finishPurge(bucket: Bucket, keys: string[]): Promise<string[]>;
  /** Version of the document under a key, null where there is no object. */
  versionOf(key: string): Promise<string | null>;
  /** Releases claims on objects that still exist. */
  releasePurge(): Promise<void>;
}

/** Holds only facts, because the platform's message may quote a key. */
export class PlatformRefusal extends Error {
  override readonly name = "PlatformRefusal";
  readonly step: keyof PurgePlatform;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: string;

  constructor(step: keyof PurgePlatform, status: number, code: string) {
    super(`${step} was answered with ${status}`);
    this.step = step;
    this.status = status;
    this.code = code;
  }
}

/** @param settings the largest batch, and the hours after which an unfinished upload is abandoned. */
export function createPurgePlatform(
  client: SupabaseClient<Database>,
  { batch, uploadHours }: { batch: number; uploadHours: number },
): PurgePlatform {
  const run = randomUUID();

  return {
    async retireFiles() {
      return dataOf("retireFiles", await client.rpc("retire_files", { upload_hours: uploadHours, batch }));
    },
    async claimRemoved() {
      const rows = dataOf("claimRemoved", await client.rpc("claim_removed", { run, batch }));
      return rows.map(({ object_key: key, kind }) => ({ key, kind }));
    },
    async claimOrphans(bucket, after) {
      const [row] = dataOf("claimOrphans", await client.rpc("claim_orphans", { run, after, bucket }));
      const kind = bucket === "documents" ? "orphaned" : "unused";
      const orphans = (row?.object_keys ?? []).map((key) => ({ key, kind }));
      return { orphans, seenTo: row?.seen_to ?? null };
    },
    async deleteObjects(bucket, keys) {
      const { data, error } = await client.storage.from(bucket).remove(keys);
      if (error) {
        const { status = 0, statusCode = "" } = error as { status?: number; statusCode?: string };
        throw new PlatformRefusal("deleteObjects", status, statusCode);
      }
      return data.length;
    },
    async finishPurge(bucket, keys) {
      return dataOf("finishPurge", await client.rpc("finish_purge", { object_keys: keys, bucket }));
    },
    async versionOf(key) {
      const { data, error } = await client.storage.from("documents").info(key);
      // Bytes of any other version are deleted, so a response without a version must not count as one.
      if (data && typeof data.version === "string" && data.version !== "") return data.version;
      const { status = 0, code = "" } = (error ?? {}) as { status?: number; code?: string };
      // Nothing else means that there is no object: a caller without rights is told that there is no bucket.
      if (code === "NoSuchKey") return null;
      throw new PlatformRefusal("versionOf", status, code);
    },
    async releasePurge() {
      dataOf("releasePurge", await client.rpc("release_purge", { run }));
    },
  };
}

interface QueryResult<Data> {
  data: Data | null;
  /** A proxy in front of the platform refuses without a code. */
  error: { code?: string } | null;
  status: number;
}

function dataOf<Data>(step: keyof PurgePlatform, { data, error, status }: QueryResult<Data>): Data {
  if (error) throw new PlatformRefusal(step, status, error.code ?? "");
  return data as Data;
}
