import { randomUUID } from "node:crypto";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { answered, CallFailure } from "../call-failure.ts";
import type { ReadBytes } from "./read-object.ts";

/** A file that is leased to this run. */
export interface ClaimedFile {
  file: string;
  object_key: string;
}

/** Result of reading a file; no bytes if there was no object. */
type Found = { file: string } & Partial<ReadBytes>;

export interface Checks {
  /** The next file; undefined if none is due. @throws CallFailure */
  next(): Promise<ClaimedFile | undefined>;
  /** Notes what was read. It is written with what else was read by then. */
  finish(found: Found): void;
  /** Lets a file that couldn't be read wait. @throws CallFailure */
  postpone(file: string): Promise<void>;
  /** Waits until everything is written, and releases what wasn't begun. Counts files by outcome. */
  end(): Promise<{ counts: Counts; failure: CallFailure | undefined }>;
}

type Counts = Record<"verified" | "damaged" | "removed", number>;

/**
 * The files of one run. A call of the database takes as long as reading a file, so it claims several files, and writes what
 * has been read while the call before was under way.
 */
export function createChecks(client: SupabaseClient<Database>, batch: number): Checks {
  const worker = randomUUID();
  const counts: Counts = { verified: 0, damaged: 0, removed: 0 };
  const claimed: ClaimedFile[] = [];
  let claiming: Promise<void> | undefined;
  let isLast = false;
  let read: Found[] = [];
  let writing: Promise<void> | undefined;
  let failure: CallFailure | undefined;

  const note = (error: unknown): void => {
    if (!(error instanceof CallFailure)) throw error;
    failure ??= error;
  };
  const claim = async (): Promise<void> => {
    try {
      const files = answered("claim_checks", await client.rpc("claim_checks", { worker, batch })) ?? [];
      claimed.push(...files);
      isLast = files.length < batch;
    } catch (error) {
      note(error);
    }
    claiming = undefined;
  };
  const mayWrite = () => read.length > 0 && failure === undefined;
  const write = async (): Promise<void> => {
    while (mayWrite()) {
      const found = read;
      read = [];
      try {
        const call = client.rpc("finish_checks", { worker, bytes: found }).single();
        const { verified = 0, damaged = 0, removed = 0 } = answered("finish_checks", await call) ?? {};
        counts.verified += verified;
        counts.damaged += damaged;
        counts.removed += removed;
      } catch (error) {
        note(error);
      }
    }
    writing = undefined;
  };

  return {
    async next() {
      // Early, so that no reader waits for the next files.
      if (claimed.length <= batch / 2 && !isLast) claiming ??= claim();
      if (claimed.length === 0) await claiming;
      if (failure) throw failure;
      return claimed.shift();
    },
    finish(found) {
      read.push(found);
      writing ??= write();
    },
    async postpone(file) {
      answered("postpone_check", await client.rpc("postpone_check", { file, worker }));
    },
    async end() {
      await Promise.all([writing, claiming]);
      // If this fails, the claims end with their lease.
      if (claimed.length > 0) await client.rpc("release_checks", { worker });
      return { counts, failure };
    },
  };
}
