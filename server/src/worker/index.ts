import { once } from "node:events";
import process from "node:process";
import { parseArgs } from "node:util";
import { startOrExplain } from "../http/serve.ts";
import { createLog } from "../log.ts";
import { createBulkTask } from "./bulk/bulk.task.ts";
import { createChecksumsTask } from "./checksums/checksums.task.ts";
import { readWorkerConfig } from "./config.ts";
import { allowAddress } from "./email/allow-address.ts";
import { createEmailTask } from "./email/email.task.ts";
import { printReport } from "./email/print-report.ts";
import { suppressAddress } from "./email/suppress-address.ts";
import { createExpiryTask } from "./expiry/expiry.task.ts";
import { serveHealth } from "./health.ts";
import { serveHook } from "./hook/hook-server.ts";
import { createPlatformClient } from "./platform-client.ts";
import { createPurgeTask } from "./purge/purge.task.ts";
import { createReceiptsTask } from "./receipts/receipts.task.ts";
import { createRecurringTask } from "./recurring/recurring.task.ts";
import { restore } from "./restore/restore.ts";
import { type Health, runTask, runTasks } from "./run-tasks.ts";
import { type Task, taskNames } from "./task.ts";

/**
 * `worker`: runs until a stop signal. `worker --once [task ...]`: does what is due and exits, with 1 if something is left.
 * `worker --report`: prints the state of the outbox. `worker --suppress <address>`: an email to it came back for good.
 * `worker --allow <address>`: emails may go to it again.
 * `worker --restore <folder>`: puts lost objects back from a copy of the bucket.
 */
await startOrExplain(async () => {
  const { values: flags, positionals } = parseArgs({
    options: {
      once: { type: "boolean", default: false },
      report: { type: "boolean", default: false },
      suppress: { type: "string" },
      allow: { type: "string" },
      restore: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !taskNames.some((known) => known === name));
  if (unknown !== undefined || (positionals.length > 0 && !flags.once)) {
    throw new Error(
      `Usage: worker [--once [${taskNames.join("] [")}] | --report | --suppress <address> | --allow <address> | --restore <folder> [--dry-run]]`,
    );
  }
  // Of the tasks, those that are named run, and only their settings are needed.
  const isCommand = flags.report || (flags.suppress ?? flags.allow ?? flags.restore) !== undefined;
  const chosen = isCommand ? "purge" : positionals.join(",");
  const config = readWorkerConfig({ ...process.env, ...(chosen !== "" && { WORKER_TASKS: chosen }) });
  const client = createPlatformClient(config.platform);
  if (flags.report) return printReport(client);
  if (flags.suppress !== undefined) return suppressAddress(client, flags.suppress);
  if (flags.allow !== undefined) return allowAddress(client, flags.allow);
  if (flags.restore !== undefined) {
    const isDryRun = flags["dry-run"];
    const isWhole = await restore({ folder: flags.restore, isDryRun, client, platform: config.platform });
    process.exitCode = isWhole ? 0 : 1;
    return;
  }

  const create: Record<Task["name"], () => Task> = {
    email: () => createEmailTask(client, config),
    bulk: () => createBulkTask(client),
    recurring: () => createRecurringTask(client),
    checksums: () => createChecksumsTask(client, config.platform),
    receipts: () => createReceiptsTask(client, config.signingKey),
    expiry: () => createExpiryTask(client),
    purge: () => createPurgeTask(client, config.purge),
  };
  const tasks = config.tasks.map((name) => create[name]());
  const log = createLog({ level: "info" });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const health: Health = new Map();
  const options = { log, stopped: stop.signal, health };

  if (flags.once) {
    for (const task of tasks) if (!(await runTask(task, options)).isDone) process.exitCode = 1;
  } else {
    // First, because others wait for the health check and then call the hook.
    const hook = config.hook && (await serveHook(config.hook, { client, log }));
    try {
      const server = await serveHealth(health, config.port);
      const addresses = { health: server.address(), ...(hook && { hook: hook.server.address() }) };
      log.info({ tasks: config.tasks, ...addresses }, "The worker is running");
      await runTasks(tasks, options);
      server.close();
      await once(server, "close");
    } finally {
      await hook?.close();
    }
    log.info({}, "The worker has stopped");
  }
  for (const task of tasks) task.close();
});
