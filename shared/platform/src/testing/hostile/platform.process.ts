import process from "node:process";
import { startPlatform } from "../../index.ts";

/** Runs a platform in memory and reports its errors and memory use to the parent process. */
const platform = await startPlatform({
  log: ({ level, message, path, error }) => {
    // PostgREST prints the cause of its own failures, which is logged at level info.
    const isCause = level === "error" || /^rest: (?!\d)/.test(message);
    if (isCause) process.send?.({ kind: "error", message, path, error: String(error) });
  },
});
process.on("message", () => {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ kind: "memory", rss, heapUsed });
});
const { url, anonKey, serviceKey, mailboxUrl, database } = platform;
process.send?.({
  kind: "ready",
  url,
  anonKey,
  serviceKey,
  mailboxUrl,
  connectionString: database.connectionString,
});
