import { rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { splitSecrets } from "./auth/hooks/hook.model.ts";
import { deleteDatabaseFiles } from "./database/engine/data-directory.ts";
import { lockDirectory } from "./database/engine/directory-lock.ts";
import { prepareDirectory } from "./database/prepare-directory.ts";
import { lineLog } from "./log.ts";
import { defaultPorts, readOptions, usage } from "./main-options.ts";
import { productMigrations } from "./product-files.ts";
import { watchFolder } from "./watch-folder.ts";

const defaultDirectory = fileURLToPath(new URL("../../../.data/platform", import.meta.url));

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(usage);
  else await run(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(options: ReturnType<typeof readOptions>): Promise<void> {
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  void stopped.then(() => stopping.abort(new Error("Stopped before it ran.")));
  const log = lineLog((line) => console.log(line));
  const directory = options.memory ? undefined : (options.directory ?? defaultDirectory);
  if (options.fresh && directory !== undefined) await empty(directory);
  const migrations = options.migrations ?? productMigrations;
  const prepared =
    directory !== undefined && options.databaseUrl === undefined
      ? prepareDirectory({ directory, migrations, signal: stopping.signal })
      : undefined;
  // A failure counts once the platform waits for it.
  prepared?.catch(() => undefined);
  // Loaded while another process makes the database.
  const { startPlatform } = await import("./platform.ts");
  const platform = await startPlatform({
    ...(prepared === undefined ? {} : { prepared }),
    port: options.port ?? defaultPorts.gateway,
    mailboxPort: options.mailboxPort,
    smtpPort: options.smtpPort,
    log,
    ...(directory === undefined ? {} : { directory }),
    ...(options.localAccount === undefined ? {} : { localAccount: options.localAccount }),
    ...(options.siteUrl === undefined ? {} : { siteUrl: options.siteUrl }),
    ...(options.sendEmailHook === undefined
      ? {}
      : {
          sendEmailHook: {
            uri: options.sendEmailHook,
            secrets: splitSecrets(process.env["SEND_EMAIL_HOOK_SECRET"] ?? ""),
          },
        }),
    ...(options.config === undefined ? {} : { config: options.config }),
    ...(options.migrations === undefined ? {} : { migrations: options.migrations }),
    ...(options.databaseUrl === undefined ? {} : { databaseUrl: options.databaseUrl }),
  });
  const watcher = migrations === "none" ? undefined : watchFolder(migrations, applyNew);
  async function applyNew(): Promise<void> {
    try {
      for (const file of await platform.migrate()) log({ level: "info", message: `Applied ${file}` });
    } catch (error) {
      log({ level: "error", message: error instanceof Error ? error.message : String(error) });
    }
  }
  console.log(`ready ${JSON.stringify({ url: platform.url, mailboxUrl: platform.mailboxUrl })}`);
  try {
    await Promise.race([stopped, platform.crashed]);
  } finally {
    watcher?.close();
    await platform.stop();
  }
}

/** Deletes a platform's saved data. @throws if a platform is running there. */
async function empty(directory: string): Promise<void> {
  const lock = await lockDirectory(directory);
  await deleteDatabaseFiles(directory);
  await rm(join(directory, "storage"), { recursive: true, force: true });
  await lock.release();
}
