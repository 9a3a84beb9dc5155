import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { print, progress } from "@sheaf/bench/report";
import { median, percentile } from "@sheaf/bench/statistics";
import { hasCaddy } from "@sheaf/gateway/caddy";
import { runCommand } from "../process/command.ts";
import { createEnvironmentLog } from "../stack/environment-log.ts";
import { makeSettings } from "../stack/stack-settings.ts";
import { readRealServices } from "../stack/real-services.ts";
import { withStack } from "../stack/with-stack.ts";
import { findLosses } from "./check-uploads.ts";
import { compareMemory, settledMemory } from "./part-memory.ts";
import { prepareScene, type Target } from "./scene.ts";
import { type Sidecars, startSidecars } from "./sidecars.ts";
import { type Upload, uploadAs } from "./upload.ts";

const usage = `Usage: node shared/dev/src/load/run-load.ts [options]

Runs the parts of docker compose as processes, with three sidecars behind a balancer. A tenth of the recipients, then
all of them, upload a file of 2 MB at the same moment; during the second wave two sidecars are killed at random. Fails
if a confirmed file is lost or an upload fails for good. Needs caddy, and PostgreSQL at DATABASE_URL. Linux only.

  --recipients N  (default 1000)
  --quick         100 recipients
  --help`;

const kills = 2;

interface LoadOptions {
  recipients: number;
  help: boolean;
}

await runCommand({
  usage,
  read(args): LoadOptions {
    const { values } = parseArgs({
      args,
      options: {
        recipients: { type: "string" },
        quick: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const recipients = Number(values.recipients ?? (values.quick ? 100 : 1000));
    if (!Number.isInteger(recipients) || recipients < 1)
      throw new Error("--recipients takes a whole number.");
    return { help: values.help, recipients };
  },
  run: load,
});

async function load({ recipients }: LoadOptions): Promise<void> {
  const databaseUrl = process.env["DATABASE_URL"];
  if (!databaseUrl)
    throw new Error("DATABASE_URL is not set. Set it to a superuser of PostgreSQL 15 or newer.");
  if (!hasCaddy()) throw new Error("caddy was not found. Install it, or set CADDY_BIN to its path.");
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => interrupted.abort(new Error("Stopped.")));
  }
  const { signal } = interrupted;
  const folder = await mkdtemp(join(tmpdir(), "sheaf-load-"));
  try {
    const settings = await makeSettings(folder, signal);
    const environmentLog = createEnvironmentLog(() => undefined, []);
    await withStack(
      {
        databaseUrl,
        settings,
        real: readRealServices(process.env),
        environmentLog,
        folder,
        signal,
        product: true,
      },
      async (running) => {
        const sidecars = await startSidecars(running, folder);
        const target = {
          apiUrl: running.apiUrl,
          siteUrl: sidecars.url,
          anonKey: String(settings.dotEnv["ANON_KEY"]),
          serviceKey: String(settings.dotEnv["SERVICE_ROLE_KEY"]),
        };
        const parts = () => [...running.parts, ...sidecars.parts()];
        try {
          const first = await runWave(target, { recipients: Math.ceil(recipients / 10), signal });
          const before = await settledMemory(parts());
          const second = await runWave(target, { recipients, signal, sidecars });
          await compareMemory(parts(), before, signal);
          if (first + second > 0) process.exitCode = 1;
        } finally {
          await sidecars.stop();
        }
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param options.sidecars of which two are killed. @returns how many uploads failed or were lost. */
async function runWave(
  target: Target,
  { recipients, signal, sidecars }: { recipients: number; signal: AbortSignal; sidecars?: Sidecars },
): Promise<number> {
  const preparing = performance.now();
  const scene = await prepareScene(target, recipients);
  signal.throwIfAborted();
  progress(`${recipients} recipients, prepared in ${secondsSince(preparing)} s`);
  const began = performance.now();
  let confirmed = 0;
  const killAt = Array.from({ length: sidecars ? kills : 0 }, () =>
    Math.ceil(Math.random() * 0.8 * recipients),
  );
  const killing: Promise<void>[] = [];
  const uploads = await Promise.all(
    scene.recipients.map(async (recipient) => {
      const upload = await uploadAs(target, recipient);
      if (upload.confirmed) confirmed += 1;
      for (const at of killAt.filter((each) => each === confirmed)) {
        const kill = killSidecar(sidecars, at);
        // A failure counts once all uploads have ended.
        kill.catch(() => undefined);
        killing.push(kill);
      }
      return upload;
    }),
  );
  await Promise.all(killing);
  const took = (performance.now() - began) / 1000;
  signal.throwIfAborted();
  describeWave(uploads, took);
  const checking = performance.now();
  const losses = await findLosses(target, scene, uploads);
  progress(`downloaded and compared in ${secondsSince(checking)} s`);
  print(`Lost: ${losses.length}. ${losses.slice(0, 10).join(" ")}`.trimEnd());
  return losses.length + uploads.filter((upload) => !upload.confirmed || !upload.pageOpened).length;
}

async function killSidecar(sidecars: Sidecars | undefined, at: number): Promise<void> {
  const copy = await sidecars?.killOne();
  progress(`killed sidecar ${copy} after ${at} uploads, started it again`);
}

function describeWave(uploads: readonly Upload[], took: number): void {
  const confirmed = uploads.filter((upload) => upload.confirmed);
  const times = confirmed.map((upload) => upload.seconds);
  print(
    `${confirmed.length} of ${uploads.length} uploads confirmed in ${took.toFixed(1)} s ` +
      `(${((confirmed.length * 2) / took).toFixed(0)} MB per second). One took ${median(times).toFixed(1)} s, ` +
      `at most ${percentile(times, 1).toFixed(1)} s.`,
  );
  const kinds = new Map<string, number>();
  for (const failure of uploads.flatMap((upload) => upload.failures)) {
    kinds.set(failure, (kinds.get(failure) ?? 0) + 1);
  }
  if (kinds.size > 0) {
    const retried = [...kinds].map(([kind, count]) => `${count} times after ${kind}`);
    print(`Tried again: ${retried.join(", ")}.`);
  }
  for (const upload of uploads.filter((each) => !each.confirmed || !each.pageOpened).slice(0, 10)) {
    print(`Failed for good: ${upload.failures.at(-1)}`);
  }
}

function secondsSince(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
