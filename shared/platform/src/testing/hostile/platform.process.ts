import process from "node:process";
import { startPlatform } from "../../index.ts";

/** A platform in memory, in a process of its own, that tells its parent what it logs and how much memory it uses. */
const platform = await startPlatform({
  log: ({ level, message, path, error }) => {
    // PostgREST names the cause of its own failures on a line of its output.
    const isCause = level === "error" || /^rest: (?!\d)/.test(message);
    if (isCause) process.send?.({ kind: "error", message, path, error: String(error) });
  },
});
process.on("message", () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ kind: "memory", rss, heapUsed });
});
const { url, anonKey, serviceKey, mailUrl, database } = platform;
process.send?.({
  kind: "ready",
  url,
  anonKey,
  serviceKey,
  mailUrl,
  connectionString: database.connectionString,
});
