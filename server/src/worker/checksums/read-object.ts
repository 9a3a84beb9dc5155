import { createHash } from "node:crypto";
import { Pool } from "undici";
import type { PlatformConfig } from "../config.ts";

/** The bytes of an object as they are stored. */
export interface ReadBytes {
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** Storage didn't send the whole object, for a reason that may pass. Holds only facts. */
export class ReadFailure extends Error {
  override readonly name = "ReadFailure";
  /** HTTP status; 0 when there was no response or it ended early. */
  readonly status: number;

  constructor(status: number) {
    super(`Storage answered with ${status}`);
    this.status = status;
  }
}

export interface ObjectReader {
  /** Hashes an object of the bucket `documents`; null if there is none. @throws ReadFailure */
  read(key: string): Promise<ReadBytes | null>;
  close(): Promise<void>;
}

/** Longest time for one object, in milliseconds: well within the lease of its file. */
const maxReadMs = 5 * 60_000;

/** Objects are hashed as they arrive, so memory doesn't grow with their size. */
export function createObjectReader(
  { url, secretKey, timeoutMs }: PlatformConfig,
  connections: number,
): ObjectReader {
  const pool = new Pool(url, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };

  const read = async (key: string): Promise<ReadBytes | null> => {
    const path = `/storage/v1/object/authenticated/documents/${key}`;
    const signal = AbortSignal.timeout(maxReadMs);
    const { statusCode, body } = await pool.request({ method: "GET", path, headers, signal });
    if (statusCode !== 200) {
      if (isNoSuchKey(await body.text())) return null;
      throw new ReadFailure(statusCode);
    }
    const hash = createHash("sha256");
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
    return { sha256: hash.digest("hex"), size };
  };

  return {
    read: async (key) => {
      try {
        return await read(key);
      } catch (error) {
        // Refused, cut off or too late. Nothing else is thrown here, and none of it says anything about the object.
        throw error instanceof ReadFailure ? error : new ReadFailure(0);
      }
    },
    close: () => pool.close(),
  };
}

/** Anything else may pass. A caller without rights is told that there is no bucket. */
function isNoSuchKey(text: string): boolean {
  try {
    return (JSON.parse(text) as { code?: unknown } | null)?.code === "NoSuchKey";
  } catch {
    return false;
  }
}
