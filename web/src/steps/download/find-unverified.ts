import { HashMismatch } from "../../data/files/verified-stream.ts";
import { toAppError } from "../../lib/errors.ts";
import { ArchiveError } from "./archive-error.ts";
import type { ArchiveFile, UnverifiedFiles } from "./archive.models.ts";
import type { OpenContent } from "./open-in-turn.ts";

interface Check {
  files: readonly ArchiveFile[];
  open: OpenContent;
  onFile: (path: string) => void;
}

/** Reads every file without keeping it. Any failure but a wrong hash is an `ArchiveError` that names the file. */
export async function findUnverified({ files, open, onFile }: Check): Promise<UnverifiedFiles> {
  const unverified = new Map<string, string>();
  for (const { path, file } of files) {
    onFile(path);
    try {
      await (await open(file)).pipeTo(new WritableStream());
    } catch (error) {
      if (!(error instanceof HashMismatch)) throw new ArchiveError(path, toAppError(error));
      unverified.set(file.id, error.received);
    }
  }
  return unverified;
}

/** True if a zip failed because a file's content isn't what its sender's browser hashed. */
export function hasWrongHash(error: unknown): boolean {
  return error instanceof ArchiveError && error.cause instanceof HashMismatch;
}
