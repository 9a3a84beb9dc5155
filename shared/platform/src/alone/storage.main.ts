import process from "node:process";
import { runAlone } from "./run-alone.ts";
import { startStorage } from "./start-storage.ts";
import { readStorageEnvironment } from "./storage-environment.ts";

/** Storage alone, told what the image `supabase/storage-api` is told. */
await runAlone(async ({ stack, open, log }) => {
  const { connectionString, left, ...told } = readStorageEnvironment(process.env);
  const storage = await startStorage(told, {
    database: open(connectionString, "supabase_storage_admin"),
    log,
  });
  stack.push(() => storage.close());
  return left;
});
