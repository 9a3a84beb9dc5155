import { blobsPath, type ListedTape, tapesPath } from "../run.ts";
import { parseTape, type Tape } from "../tape/tape.ts";

/** Lists all tapes, with those that are still to be recorded. */
export async function listTapes(): Promise<ListedTape[]> {
  const response = await fetch(tapesPath, { cache: "no-store" });
  return response.ok ? ((await response.json()) as ListedTape[]) : [];
}

/** @returns undefined if no tape with this name is in git or recorded on this machine. */
export async function loadTape(name: string): Promise<Tape | undefined> {
  const response = await fetch(`${tapesPath}/${encodeURIComponent(name)}`, { cache: "no-store" });
  return response.status === 200 ? parseTape(await response.text()) : undefined;
}

/** Reads a file stored beside the tapes, from the page's own origin. */
export async function readBlob(sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(`${blobsPath}/${sha256}`);
  if (!response.ok) throw new Error(`There is no file ${sha256} beside the tapes.`);
  return new Uint8Array(await response.arrayBuffer());
}
