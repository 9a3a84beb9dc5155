import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { Pool } from "undici";

/** Hashes objects and does nothing else: the URL and a key are arguments, the objects' keys the standard input. */
const [url = "", secretKey = "", concurrency = "1"] = process.argv.slice(2);
const keys = (await buffer(process.stdin)).toString().split("\n");
const pool = new Pool(url, { connections: Number(concurrency) });
const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };

const work = async (): Promise<void> => {
  for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
    const path = `/storage/v1/object/authenticated/documents/${key}`;
    const { statusCode, body } = await pool.request({ method: "GET", path, headers });
    if (statusCode !== 200) throw new Error(`Storage answered with ${statusCode}`);
    const hash = createHash("sha256");
    for await (const chunk of body as AsyncIterable<Buffer>) hash.update(chunk);
    hash.digest("hex");
  }
};

const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, work));
process.stdout.write(String(performance.now() - startedAt));
await pool.close();
