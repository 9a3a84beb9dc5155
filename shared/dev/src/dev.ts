import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { localKeys } from "@sheaf/platform/keys";
import { type Addresses, addressesOf } from "./addresses.ts";
import { demoRequester } from "./demo/demo-content.ts";
import { seedDemoWorkspace } from "./demo/demo-workspace.ts";
import { type DevOptions, readOptions, usage } from "./options.ts";
import { assertPortFree } from "./ports.ts";
import { type Processes, startProcesses } from "./processes.ts";
import { whenReady } from "./readiness.ts";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) console.log(usage);
  else await develop(options);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** Runs until Ctrl-C, or until one part ends; then everything is stopped. */
async function develop(options: DevOptions): Promise<void> {
  const startedAt = performance.now();
  await assertPortFree({ port: options.port, purpose: "the site", flag: "--port" });
  await assertPortFree({ port: options.sidecarPort, purpose: "the auth sidecar", flag: "--sidecar-port" });
  await assertPortFree({
    port: options.platformPort,
    purpose: "the local platform",
    flag: "--platform-port",
  });
  await assertPortFree({ port: options.mailPort, purpose: "the mailbox", flag: "--mail-port" });
  await assertPortFree({
    port: options.localAccountPort,
    purpose: "the Local account",
    flag: "--local-account-port",
  });
  const dataDirectory = resolve(options.data ?? join(repository, ".data"));
  if (options.fresh) await rm(dataDirectory, { recursive: true, force: true });

  const interrupted = new Promise<undefined>((settle) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => settle(undefined));
  });
  const addresses = addressesOf(options);
  const processes = startProcesses({ repository, addresses, dataDirectory, onLine: console.log });
  const all = Object.values(processes);
  const crashed = Promise.race(
    all.map(async (child) => `${child.name} ${await child.ended}; everything else is being stopped.`),
  );
  const ready = becomeReady({ processes, addresses, dataDirectory }).then(() => {
    console.log(block(addresses, (performance.now() - startedAt) / 1000));
    return Promise.race([interrupted, crashed]);
  });

  try {
    const reason = await Promise.race([interrupted, crashed, ready]);
    if (reason) throw new Error(reason);
  } finally {
    await Promise.all(all.map((child) => child.stop()));
  }
}

/** Waits for every part, and fills an empty platform with the demo workspace. */
async function becomeReady(options: {
  processes: Processes;
  addresses: Addresses;
  dataDirectory: string;
}): Promise<void> {
  const { processes, addresses, dataDirectory } = options;
  await whenReady(`${addresses.platform}/auth/v1/health?apikey=${localKeys.publishable}`, processes.platform);
  await whenReady(`${addresses.sidecar}/healthz`, processes.sidecar);
  await whenReady(addresses.site, processes.web);
  const seededMarker = join(dataDirectory, "demo-seeded");
  if (existsSync(seededMarker)) return;
  await seedDemoWorkspace({
    url: addresses.platform,
    anonKey: localKeys.publishable,
    mailUrl: addresses.mail,
  });
  await writeFile(seededMarker, "");
}

function block(addresses: Addresses, seconds: number): string {
  return `
  Sheaf is running (${seconds.toFixed(1)} s)

    Open            ${addresses.site}
    Mailbox         ${addresses.mail}   every mail lands here
    Local account   ${addresses.localAccount}   a sign-in provider where you are whoever you say
    Platform        ${addresses.platform}

    Sign in as ${demoRequester.email}; the code is in the mailbox.
    Ctrl-C stops everything. Start over with --fresh.
`;
}
