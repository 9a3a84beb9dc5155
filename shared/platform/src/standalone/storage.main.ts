import process from "node:process";
import { runStandalone } from "./run-standalone.ts";
import { startStorage } from "./start-storage.ts";
import { readStorageEnvironment } from "./storage-environment.ts";

/** Runs Storage standalone with the environment of the image `supabase/storage-api`. */
await runStandalone(async ({ stack, open, log }) => {
  const { connectionString, ignored, ...service } = readStorageEnvironment(process.env);
  const storage = await startStorage(service, {
    database: open(connectionString, "supabase_storage_admin"),
    log,
  });
  stack.push(() => storage.close());
  return ignored;
});
