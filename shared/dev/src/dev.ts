import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { localKeys } from "@sheaf/platform/keys";
import { type Child, startChild } from "./child-process.ts";
import { demoRequester } from "./demo/demo-content.ts";
import { seedDemoWorkspace } from "./demo/demo-workspace.ts";
import { readOptions, type DevOptions, usage } from "./options.ts";
import { assertPortFree } from "./ports.ts";
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
  const dataDirectory = resolve(options.data ?? join(repository, ".data"));
  const seededMarker = join(dataDirectory, "demo-seeded");
  if (options.fresh) await rm(dataDirectory, { recursive: true, force: true });

  const urls = {
    site: `http://localhost:${options.port}`,
    sidecar: `http://localhost:${options.sidecarPort}`,
    platform: `http://127.0.0.1:${options.platformPort}`,
    mail: `http://127.0.0.1:${options.mailPort}`,
  };
  const environment = {
    ...process.env,
    SITE_URL: urls.site,
    SUPABASE_URL: urls.platform,
    SUPABASE_PUBLISHABLE_KEY: localKeys.publishable,
  };
  const children: Child[] = [];
  const start = (
    name: string,
    folder: string,
    args: string[],
    env: NodeJS.ProcessEnv = environment,
  ): Child => {
    const child = startChild({
      name,
      command: process.execPath,
      args,
      cwd: join(repository, folder),
      env,
      onLine: (line) => console.log(`${name.padEnd(8)} │ ${line}`),
    });
    children.push(child);
    return child;
  };
  const stopAll = () => Promise.all(children.map((child) => child.stop()));
  const interrupted = new Promise<undefined>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(undefined));
  });

  const platform = start("platform", "shared/platform", [
    "src/main.ts",
    ...flags({
      port: options.platformPort,
      "mail-port": options.mailPort,
      "site-url": urls.site,
      directory: join(dataDirectory, "platform"),
    }),
  ]);
  const sidecar = start("sidecar", "server", ["--watch", "--watch-preserve-output", "src/index.ts"], {
    ...environment,
    PORT: String(options.sidecarPort),
  });
  const web = start(
    "web",
    "web",
    ["node_modules/vite/bin/vite.js", "--strictPort", ...flags({ port: options.port, clearScreen: "false" })],
    { ...environment, SIDECAR_URL: urls.sidecar },
  );
  const crashed = Promise.race(
    children.map(async (child) => `${child.name} ${await child.ended}; everything else is being stopped.`),
  );

  const ready = (async () => {
    await whenReady(`${urls.platform}/auth/v1/health?apikey=${localKeys.publishable}`, platform);
    await whenReady(`${urls.sidecar}/healthz`, sidecar);
    await whenReady(urls.site, web);
    if (!existsSync(seededMarker)) {
      await seedDemoWorkspace({ url: urls.platform, anonKey: localKeys.publishable, mailUrl: urls.mail });
      await writeFile(seededMarker, "");
    }
    console.log(block({ ...urls, seconds: (performance.now() - startedAt) / 1000 }));
  })();

  try {
    const reason = await Promise.race([
      interrupted,
      crashed,
      ready.then(() => Promise.race([interrupted, crashed])),
    ]);
    if (reason) throw new Error(reason);
  } finally {
    await stopAll();
  }
}

function flags(values: Record<string, string | number>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

function block(facts: { site: string; mail: string; platform: string; seconds: number }): string {
  return `
  Sheaf is running (${facts.seconds.toFixed(1)} s)

    Open       ${facts.site}
    Mailbox    ${facts.mail}   every mail lands here
    Platform   ${facts.platform}

    Sign in as ${demoRequester.email}; the code is in the mailbox.
    Ctrl-C stops everything. Start over with --fresh.
`;
}
