import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { blobFile } from "../library.ts";
import { findSecrets } from "../tape/secrets.ts";
import { formatTape } from "../tape/tape.ts";
import type { Recording } from "./recorder.ts";

/**
 * Writes a tape and its files, replacing an older tape of the same name.
 *
 * @throws Error listing every secret left on the tape or in a text file, by kind and line. Nothing is written then.
 */
export async function saveTape(folder: string, { tape, blobs }: Recording): Promise<void> {
  const text = formatTape(tape);
  const lines = [
    ...findSecrets(text).map(({ kind, line }) => `  line ${line}: ${kind}`),
    ...[...blobs].flatMap(([sha256, bytes]) =>
      findSecrets(textIn(bytes)).map(({ kind, line }) => `  line ${line} of the file ${sha256}: ${kind}`),
    ),
  ];
  if (lines.length > 0) {
    throw new Error(`The tape "${tape.name}" was not saved. It still contains:\n${lines.join("\n")}`);
  }
  await mkdir(join(folder, "blobs"), { recursive: true });
  for (const [sha256, bytes] of blobs) await writeFile(join(folder, blobFile(sha256)), bytes);
  await writeFile(join(folder, `${tape.name}.json`), text);
}

/** Empty for binary files, in which a match would be a coincidence. */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "";
  }
}
