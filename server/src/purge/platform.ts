import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import { createClient } from "@supabase/supabase-js";
import type { PurgeConfig } from "./config.ts";

/** An object to be deleted, and why: in one word, as the report counts it. */
export interface Claim {
  key: string;
  kind: string;
}

/** What the job asks of the platform, as one run. Refusals are `PlatformRefusal`. */
export interface PurgePlatform {
  /** Takes back what time has ended, one batch of it; how many files, 0 when there are no more. */
  retireFiles(): Promise<number>;
  /** Objects of removed files, one batch of them; none when there are no more. */
  claimRemoved(): Promise<Claim[]>;
  /** Documents without a file among the next ones after a key; `seenTo` is where to go on, if anywhere. */
  claimOrphans(after: string): Promise<{ orphans: Claim[]; seenTo: string | null }>;
  /** How many of them were there. Those that were not are no error. */
  deleteObjects(keys: string[]): Promise<number>;
  /** Notes which of these are gone, and answers them. */
  finishPurge(keys: string[]): Promise<string[]>;
  /** Gives back what was claimed and is still there. */
  releasePurge(): Promise<void>;
}

/** Facts alone: what the platform said may quote a key. */
export class PlatformRefusal extends Error {
  override readonly name = "PlatformRefusal";
  readonly step: keyof PurgePlatform;
  /** HTTP status; 0 for no answer. */
  readonly status: number;
  readonly code: string;

  constructor(step: keyof PurgePlatform, status: number, code: string) {
    super(`${step} was answered with ${status}`);
    this.step = step;
    this.status = status;
    this.code = code;
  }
}

export function createPurgePlatform(config: PurgeConfig): PurgePlatform {
  const { platformUrl, secretKey, uploadHours, batch, answerMs } = config;
  const run = randomUUID();
  const client = createClient<Database>(platformUrl, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(answerMs) }) },
  });

  return {
    async retireFiles() {
      return dataOf("retireFiles", await client.rpc("retire_files", { upload_hours: uploadHours, batch }));
    },
    async claimRemoved() {
      const rows = dataOf("claimRemoved", await client.rpc("claim_removed", { run, batch }));
      return rows.map(({ object_key: key, kind }) => ({ key, kind }));
    },
    async claimOrphans(after) {
      const [row] = dataOf("claimOrphans", await client.rpc("claim_orphans", { run, after }));
      const orphans = (row?.object_keys ?? []).map((key) => ({ key, kind: "orphaned" }));
      return { orphans, seenTo: row?.seen_to ?? null };
    },
    async deleteObjects(keys) {
      const { data, error } = await client.storage.from("documents").remove(keys);
      if (error) {
        const { status = 0, statusCode = "" } = error as { status?: number; statusCode?: string };
        throw new PlatformRefusal("deleteObjects", status, statusCode);
      }
      return data.length;
    },
    async finishPurge(keys) {
      return dataOf("finishPurge", await client.rpc("finish_purge", { object_keys: keys }));
    },
    async releasePurge() {
      dataOf("releasePurge", await client.rpc("release_purge", { run }));
    },
  };
}

interface Answer<Data> {
  data: Data | null;
  /** What stands before the platform refuses without a code. */
  error: { code?: string } | null;
  status: number;
}

function dataOf<Data>(step: keyof PurgePlatform, { data, error, status }: Answer<Data>): Data {
  if (error) throw new PlatformRefusal(step, status, error.code ?? "");
  return data as Data;
}
