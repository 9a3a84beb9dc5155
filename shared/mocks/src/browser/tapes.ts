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

/** What there is to choose from, with what somebody does on each. */
export async function describeTapes(): Promise<Pick<Tape, "name" | "says">[]> {
  const tapes = await Promise.all([...textByName.keys()].toSorted().map(findTape));
  return tapes.filter((tape) => tape !== undefined);
}

/** @returns undefined where no tape is called that. */
export async function findTape(name: string): Promise<Tape | undefined> {
  const load = textByName.get(name);
  return load && parseTape(await load());
}

/** Bytes that lie beside the tapes, by their SHA-256. They come from the page's own origin. */
export async function readBlob(sha256: string): Promise<Uint8Array<ArrayBuffer>> {
  const url = fileByHash.get(sha256);
  if (url === undefined) throw new Error(`No file ${sha256} lies beside the tapes.`);
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}
