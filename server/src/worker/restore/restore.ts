import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import process from "node:process";
import type { Database } from "@sheaf/contract/database.types";
import type { SupabaseClient } from "@supabase/supabase-js";
import { Pool } from "undici";
import { answered } from "../call-failure.ts";
import { createObjectReader, type ObjectReader, ReadFailure } from "../checksums/read-object.ts";
import type { PlatformConfig } from "../config.ts";
import { findInBackup } from "./backup.ts";

/** Rows of one call. */
const batch = 500;

type StoredFile = Database["public"]["Functions"]["list_stored"]["Returns"][number];

/** Outcome for a file. `lost`: not in the backup. `other`: the backup has different bytes. `failed`: Storage refused. */
type Outcome = "intact" | "restored" | "lost" | "other" | "failed";

interface RestoreOptions {
  /** Copy of the bucket `documents`. */
  folder: string;
  /** Writes nothing. */
  isDryRun: boolean;
  client: SupabaseClient<Database>;
  platform: PlatformConfig;
}

/**
 * Reads every object that the database names, and puts back from a backup what is gone or damaged, after comparing it with
 * what was received. Prints the id of each file that isn't right, and the numbers.
 *
 * @returns true if every file is as it was received.
 * @throws if the folder can't be read or has nothing in it, and CallFailure.
 */
export async function restore({ folder, isDryRun, client, platform }: RestoreOptions): Promise<boolean> {
  if ((await entriesOf(folder)).length === 0) throw new Error(`${folder} is empty`);
  const reader = createObjectReader(platform, 1);
  const writer = createObjectWriter(platform);
  const counts: Record<Outcome, number> = { intact: 0, restored: 0, lost: 0, other: 0, failed: 0 };

  const putBack = async (file: StoredFile, path: string): Promise<Outcome> => {
    if (!answered("begin_restore", await client.rpc("begin_restore", { file: file.file }))) return "failed";
    if (!(await writer.write(file, path))) return "failed";
    if ((await stateOf(reader, file)) !== "intact") return "failed";
    const { data } = await client.storage.from("documents").info(file.object_key);
    const call = client.rpc("finish_restore", { file: file.file, version: data?.version ?? "" });
    return answered("finish_restore", await call) ? "restored" : "failed";
  };
  const look = async (file: StoredFile): Promise<Outcome> => {
    const state = await stateOf(reader, file);
    if (state !== "lost") return state;
    const found = await findInBackup(folder, file.object_key, file);
    if (found === null) return "lost";
    if (!found.isSame) return "other";
    return isDryRun ? "restored" : putBack(file, found.path);
  };

  try {
    for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
      const files: StoredFile[] =
        answered("list_stored", await client.rpc("list_stored", { after, batch })) ?? [];
      for (const file of files) {
        const outcome = await look(file);
        counts[outcome] += 1;
        if (outcome !== "intact") process.stdout.write(`${outcome.padEnd(8)}  ${file.file}\n`);
      }
      const last = files.at(-1);
      if (files.length < batch || last === undefined) break;
      after = last.file;
    }
  } finally {
    await Promise.all([reader.close(), writer.close()]);
  }
  process.stdout.write(`${summary(counts, isDryRun)}\n`);
  return counts.lost + counts.other + counts.failed === 0;
}

function summary(
  { intact, restored, lost, other, failed }: Record<Outcome, number>,
  isDryRun: boolean,
): string {
  return [
    `${intact} intact`,
    isDryRun ? `${restored} can be restored` : `${restored} restored`,
    `${lost} not in the backup`,
    `${other} different in the backup`,
    `${failed} refused by Storage`,
  ].join(", ");
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    throw new Error(`${folder} is not a folder that can be read`);
  }
}

/** Of the stored bytes. An object that is different from what was received counts as lost. */
async function stateOf(reader: ObjectReader, { object_key: key, sha256 }: StoredFile) {
  try {
    return (await reader.read(key))?.sha256 === sha256 ? "intact" : "lost";
  } catch (error) {
    // Storage has a row of the object, and no bytes.
    if (error instanceof ReadFailure && (error.status === 400 || error.status === 404)) return "lost";
    if (error instanceof ReadFailure) return "failed";
    throw error;
  }
}

/** Writes objects as the page does: with their type, and so that browsers ask for them each time. */
function createObjectWriter({ url, secretKey, timeoutMs }: PlatformConfig) {
  const pool = new Pool(url, { connections: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  return {
    /** False if Storage refuses it or doesn't answer. */
    async write({ object_key: key, mime, size }: StoredFile, path: string): Promise<boolean> {
      try {
        const { statusCode, body } = await pool.request({
          method: "POST",
          path: `/storage/v1/object/documents/${key}`,
          headers: {
            apikey: secretKey,
            authorization: `Bearer ${secretKey}`,
            "content-type": mime,
            "content-length": String(size),
            "cache-control": "max-age=0",
            "x-upsert": "true",
          },
          body: createReadStream(path),
        });
        await body.dump();
        return statusCode === 200;
      } catch {
        return false;
      }
    },
    close: () => pool.close(),
  };
}
