import { parseTape, type Tape } from "../tape/tape.ts";

const texts = import.meta.glob<string>("../../tapes/*.json", { query: "?raw", import: "default" });
const files = import.meta.glob<string>("../../tapes/blobs/*.bin", {
  query: "?url",
  import: "default",
  eager: true,
});

const nameOf = (path: string) => path.replace(/^.*\/|\.(json|bin)$/g, "");
const textByName = new Map(Object.entries(texts).map(([path, load]) => [nameOf(path), load]));
const fileByHash = new Map(Object.entries(files).map(([path, url]) => [nameOf(path), url]));

/** Lists all tapes with their descriptions. */
export async function listTapes(): Promise<Pick<Tape, "name" | "description">[]> {
  const tapes = await Promise.all([...textByName.keys()].toSorted().map(loadTape));
  return tapes.filter((tape) => tape !== undefined);
}

/** @returns undefined if there is no tape with this name. */
export async function loadTape(name: string): Promise<Tape | undefined> {
  const load = textByName.get(name);
  return load && parseTape(await load());
}

/** Reads a file stored beside the tapes, from the page's own origin. */
export async function readBlob(sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = fileByHash.get(sha256);
  if (url === undefined) throw new Error(`There is no file ${sha256} beside the tapes.`);
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
