import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { localKeys } from "@sheaf/platform/keys";
import type { Addresses } from "./addresses.ts";
import { type Child, startChild, startChildAfter } from "../process/child-process.ts";
import { repository } from "../repository.ts";

/** Compiled modules of earlier starts: without them the platform and the sidecar take a second longer to start. */
const compileCache = { NODE_COMPILE_CACHE: join(repository, "node_modules", ".cache", "compile") };

/** A young generation of 2 MB saves 30 to 100 MB in each process, and costs no measurable time in development. */
const smallHeap = "--max-semi-space-size=2";

/** A setting of glibc's allocator, which otherwise keeps what compiling the modules needed: 60 MB at a first start. */
const returnHeap = { MALLOC_ARENA_MAX: "1" };

/** Settings of Vite's allocator. It keeps 350 MB after bundling the page's packages unless told to give them back. */
const returnMemory = { MIMALLOC_PURGE_DELAY: "0", MIMALLOC_ARENA_EAGER_COMMIT: "0" };

/** Of a process that yields to all others, which wait for the database at a first start. */
const yieldingNiceness = 10;

/** Settings of the platform for the page and the sidecar. */
export interface Environment {
  SITE_URL: string;
  SUPABASE_URL: string;
  SUPABASE_PUBLISHABLE_KEY: string;
  /** The sidecar's URL of the platform, if different. */
  SUPABASE_INTERNAL_URL?: string;
}

/**
 * @param directory of rows and files; without it everything stays in memory.
 * @param hookSecret of the worker that sends Auth's emails; without one, Auth sends them.
 */
export function startPlatform({
  addresses,
  directory,
  hookSecret,
}: {
  addresses: Addresses;
  directory?: string;
  hookSecret?: string;
}): Child {
  const args = [
    "src/main.ts",
    ...flags({
      port: portOf(addresses.platform),
      "mailbox-port": portOf(addresses.mailbox),
      "smtp-port": portOf(addresses.smtp),
      "local-account-port": portOf(addresses.localAccount),
      "site-url": addresses.site,
      ...(directory !== undefined && { directory }),
      ...(hookSecret !== undefined && { "send-email-hook": addresses.sendEmailHook }),
    }),
    ...(directory === undefined ? ["--memory"] : []),
  ];
  return start("platform", "shared/platform", args, secretOf(hookSecret));
}

const secretOf = (hookSecret: string | undefined) =>
  hookSecret === undefined ? {} : { SEND_EMAIL_HOOK_SECRET: hookSecret };

/** @param entry path from the sidecar's folder. */
export function startSidecar({
  entry = "src/index.ts",
  address,
  environment,
}: {
  entry?: string;
  address: string;
  environment: Environment;
}): Child {
  return start("sidecar", "server", ["--watch", "--watch-preserve-output", entry], {
    ...environment,
    PORT: portOf(address),
    // Vite serves the page. With a built site the sidecar would reference files that aren't served.
    SITE_ROOT: join(repository, "web", "src"),
  });
}

/**
 * Sends emails to the mailbox, Auth's among them, signs receipts and deletes the bytes of removed files, with the local
 * platform's secret key.
 */
export function startWorker(addresses: Addresses, hookSecret: string): Child {
  return start("worker", "server", ["--watch", "--watch-preserve-output", "src/worker/index.ts"], {
    SITE_URL: addresses.site,
    SUPABASE_URL: addresses.platform,
    SUPABASE_SECRET_KEY: localKeys.secret,
    SMTP_URL: addresses.smtp,
    EMAIL_FROM: "sheaf@localhost.example",
    RECEIPT_SIGNING_KEY: localReceiptKey.signing,
    WORKER_PORT: portOf(addresses.worker),
    ...secretOf(hookSecret),
    SEND_EMAIL_HOOK_PORT: portOf(addresses.sendEmailHook),
  });
}

/** At a first start, a separate process bundles the page's packages, because the server would keep 300 MB afterwards. */
export function startWeb({
  mode = "development",
  addresses,
  environment,
}: {
  mode?: string;
  addresses: Pick<Addresses, "site" | "sidecar">;
  environment: Environment & { RECORDER_URL?: string };
}): Child {
  const isFirstStart = !existsSync(join(repository, "web", "node_modules", ".vite", mode));
  const vite = (args: string[], settings = {}) =>
    start(
      "web",
      "web",
      ["node_modules/vite/bin/vite.js", ...args, ...flags({ mode })],
      { ...environment, ...settings, SIDECAR_URL: addresses.sidecar },
      isFirstStart ? yieldingNiceness : undefined,
    );
  const serve = () =>
    vite(["--strictPort", ...flags({ port: portOf(addresses.site), clearScreen: "false" })], returnMemory);
  if (!isFirstStart) return serve();
  const bundling = vite(["optimize", ...flags({ logLevel: "error" })]);
  return startChildAfter("web", bundling.ended, serve, () => bundling.stop());
}

/** Prints each line of output with the process's name. */
function start(
  name: string,
  folder: string,
  args: string[],
  environment: object = {},
  niceness?: number,
): Child {
  return startChild({
    name,
    ...(niceness !== undefined && { niceness }),
    command: process.execPath,
    args: [smallHeap, ...args],
    cwd: join(repository, folder),
    env: { ...process.env, ...compileCache, ...returnHeap, ...environment },
    onLine: (line) => console.log(`${name.padEnd(8)} │ ${line}`),
  });
}

function portOf(url: string): string {
  return new URL(url).port;
}

function flags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}
