import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import type { Passed } from "./start-front.ts";

const packings: Readonly<
  Record<string, { pack: (bytes: Buffer) => Buffer; unpack: (bytes: Buffer) => Buffer }>
> = {
  br: { pack: (bytes) => brotliCompressSync(bytes), unpack: (bytes) => brotliDecompressSync(bytes) },
  gzip: { pack: (bytes) => gzipSync(bytes), unpack: (bytes) => gunzipSync(bytes) },
};
const asItIs = { pack: (bytes: Buffer) => bytes, unpack: (bytes: Buffer) => bytes };

/** Changes the HTML of a response, keeping its compression. */
export function rewrite(response: Passed, change: (html: string) => string): void {
  const { pack, unpack } = packings[String(response.headers["content-encoding"])] ?? asItIs;
  response.body = pack(Buffer.from(change(unpack(response.body).toString())));
}

/** Changes the JSON of a response. */
export function rewriteJson(response: Passed, change: (json: Record<string, unknown>) => object): void {
  const json: Record<string, unknown> = JSON.parse(response.body.toString());
  response.body = Buffer.from(JSON.stringify(change(json)));
}
