import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { adaptCaddyfile, caddyBinary } from "@sheaf/platform/caddy";
import { freePort } from "@sheaf/platform/free-port";
import { findPostgrest } from "@sheaf/platform/postgrest";
import { inFolder, layOut, removeLaidOut } from "../image/lay-out.ts";
import { readDockerfile } from "../image/read-dockerfile.ts";
import { repository } from "../processes.ts";
import type { Part } from "./parts.ts";
import { runJob } from "./run-job.ts";
import { loopback, type Site } from "./site.ts";
import type { Environment, Ledger } from "./told.ts";

const platformFolder = join(repository, "shared/platform");

/** @returns where Auth finds it, `host:port` as all of these. */
export async function startTemplates({ start, folder }: Site): Promise<string> {
  const address = `${loopback}:${await freePort()}`;
  const root = join(repository, "shared/supabase/templates");
  await start({
    name: "templates",
    command: caddyBinary,
    args: ["file-server", "--root", root, "--listen", address],
    cwd: folder,
    env: caddyHome(folder),
    readyUrl: `http://${address}/magic_link.html`,
  });
  return address;
}

/** With its mailbox. @returns where the gateway finds it. */
export async function startAuth(
  { told, tell, start, database, ledger }: Site,
  { templates, mailPort }: { templates: string; mailPort: string },
): Promise<string> {
  const port = String(await freePort());
  const moved = Object.entries(told("auth")).flatMap(([name, value]) =>
    name.startsWith("GOTRUE_MAILER_TEMPLATES_")
      ? [[name, value.replace("templates:8080", templates)] as const]
      : [],
  );
  const part = await start({
    name: "auth and mail",
    command: process.execPath,
    args: ["src/alone/auth.main.ts"],
    cwd: platformFolder,
    env: tell("auth", {
      ...Object.fromEntries(moved),
      GOTRUE_API_HOST: loopback,
      GOTRUE_API_PORT: port,
      GOTRUE_DB_DATABASE_URL: database.at(String(told("auth")["GOTRUE_DB_DATABASE_URL"])),
      MAILBOX_PORT: mailPort,
    }),
    readyUrl: `http://${loopback}:${port}/health`,
  });
  noteLeft(ledger, "auth", part);
  return `${loopback}:${port}`;
}

/** @returns where the gateway finds it. */
export async function startStorage({ told, tell, start, database, folder, ledger }: Site): Promise<string> {
  const port = String(await freePort());
  const part = await start({
    name: "storage",
    command: process.execPath,
    args: ["src/alone/storage.main.ts"],
    cwd: platformFolder,
    env: tell("storage", {
      SERVER_HOST: loopback,
      SERVER_PORT: port,
      DATABASE_URL: database.at(String(told("storage")["DATABASE_URL"])),
      FILE_STORAGE_BACKEND_PATH: join(folder, "files"),
    }),
    readyUrl: `http://${loopback}:${port}/status`,
  });
  noteLeft(ledger, "storage", part);
  return `${loopback}:${port}`;
}

/** What a service of ours was told in vain, in its own words. */
function noteLeft(ledger: Ledger, service: string, part: Part): void {
  const line = part.lines().find((line) => line.startsWith("left "));
  if (line !== undefined)
    ledger.note(service, `told in vain, ours has no part for it: ${line.slice("left ".length)}`);
}

/** The job that applies our migrations. */
export async function migrate({ tell, database, ledger, signal }: Site): Promise<void> {
  const { host, port, name, migrationRole } = database;
  ledger.note(
    "migrate",
    `${migrationRole} is a member of supabase_storage_admin meanwhile, for its policies`,
  );
  const env = tell("migrate", { PGHOST: host, PGPORT: port, PGUSER: migrationRole, PGDATABASE: name });
  await database.withPolicies(() =>
    runJob({
      name: "migrate",
      command: "bash",
      args: [join(repository, "shared/supabase/migrate.sh")],
      env: { PATH: String(process.env["PATH"]), ...env },
      signal,
    }),
  );
}

/** @returns where the gateway finds it. */
export async function startRest({ told, tell, start, database, folder }: Site): Promise<string> {
  const port = String(await freePort());
  const adminPort = String(await freePort());
  await start({
    name: "rest",
    command: findPostgrest(process.env),
    args: [],
    cwd: folder,
    env: tell("rest", {
      PGRST_DB_URI: database.at(String(told("rest")["PGRST_DB_URI"])),
      PGRST_SERVER_HOST: loopback,
      PGRST_SERVER_PORT: port,
      PGRST_ADMIN_SERVER_PORT: adminPort,
    }),
    readyUrl: `http://${loopback}:${adminPort}/ready`,
  });
  return `${loopback}:${port}`;
}

/** @returns the sidecar's own way in. */
export async function startGateway(
  { tell, start, folder, ledger }: Site,
  { auth, storage, rest, apiPort }: { auth: string; storage: string; rest: string; apiPort: string },
): Promise<string> {
  const sidecarPort = await freePort();
  const env = tell("gateway", {
    LISTEN: `http://:${apiPort}`,
    LISTEN_SIDECAR: `http://:${sidecarPort}`,
    AUTH_UPSTREAM: auth,
    STORAGE_UPSTREAM: storage,
    REST_UPSTREAM: rest,
  });
  const config = join(folder, "gateway.json");
  await writeFile(config, adaptCaddyfile("Caddyfile", env));
  ledger.note("gateway", "its configuration listens on 127.0.0.1 in place of every address");
  await start({
    name: "gateway",
    command: caddyBinary,
    args: ["run", "--config", config],
    cwd: folder,
    env: { ...caddyHome(folder), ...env },
    readyUrl: `http://${loopback}:${apiPort}/health`,
  });
  return `http://${loopback}:${sidecarPort}`;
}

/** The image's own command, on just the files that the image holds. */
export async function startSheaf(
  { tell, start, stack }: Site,
  { image, sidecarGateway, sitePort }: { image: string; sidecarGateway: string; sitePort: string },
): Promise<void> {
  const recipe = readDockerfile(await readFile(join(repository, "server/Dockerfile"), "utf8"));
  await mkdir(image);
  stack.push(() => removeLaidOut(image));
  await layOut(recipe, { repository, root: image });
  const { args, env } = inFolder(recipe, image);
  await start({
    name: "sheaf",
    command: process.execPath,
    args,
    cwd: image,
    env: {
      ...env,
      ...tell("sheaf", { HOST: loopback, PORT: sitePort, SUPABASE_INTERNAL_URL: sidecarGateway }),
    },
    readyUrl: `http://${loopback}:${sitePort}/healthz`,
  });
}

function caddyHome(folder: string): Environment {
  return { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
}
