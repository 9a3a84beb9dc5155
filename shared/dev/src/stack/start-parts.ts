import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { adaptCaddyfile, caddyBinary } from "@sheaf/gateway/caddy";
import { freePort } from "@sheaf/platform/free-port";
import { findPostgrest } from "@sheaf/platform/postgrest";
import { inFolder, createImageFolder, removeImageFolder } from "../image/image-folder.ts";
import { readDockerfile } from "../image/read-dockerfile.ts";
import { repository } from "../repository.ts";
import type { Part, PartOptions } from "./parts.ts";
import { runJob } from "./run-job.ts";
import { loopback, type StackContext } from "./stack-context.ts";
import type { Environment, EnvironmentLog } from "./environment-log.ts";

const platformFolder = join(repository, "shared/platform");

/** @returns its address for Auth as `host:port`. */
export async function startTemplates({ start, folder }: StackContext): Promise<string> {
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

/** Starts Mailpit, or the local mailbox in its place. */
export async function startMail(
  { localEnvironment, real, start }: StackContext,
  { mailboxPort, smtpPort }: { mailboxPort: string; smtpPort: string },
): Promise<void> {
  const mailpit = {
    MP_UI_BIND_ADDR: `${loopback}:${mailboxPort}`,
    MP_SMTP_BIND_ADDR: `${loopback}:${smtpPort}`,
    // More than the specs send; by default the oldest of 500 is deleted.
    MP_MAX_MESSAGES: "5000",
  };
  const own = { MAILBOX_PORT: mailboxPort, MAILBOX_SMTP_PORT: smtpPort };
  await start({
    name: "mail",
    command: real.mail ?? process.execPath,
    args: real.mail === undefined ? ["src/standalone/mailbox.main.ts"] : [],
    cwd: platformFolder,
    env: localEnvironment("mail", real.mail === undefined ? own : mailpit),
    readyUrl: `http://${loopback}:${mailboxPort}/api/v1/messages`,
  });
}

/** @returns its address for the gateway as `host:port`. */
export async function startAuth(
  { composeEnvironment, localEnvironment, real, start, database, environmentLog }: StackContext,
  {
    templates,
    smtpPort,
    hookPort,
    product,
  }: { templates: string; smtpPort: string; hookPort: string; product: boolean },
): Promise<string> {
  const port = String(await freePort());
  const moved = Object.entries(composeEnvironment("auth")).flatMap(([name, value]) =>
    name.startsWith("GOTRUE_MAILER_TEMPLATES_")
      ? [[name, value.replace("templates:8080", templates)] as const]
      : [],
  );
  const hookUri = String(composeEnvironment("auth")["GOTRUE_HOOK_SEND_EMAIL_URI"]);
  // Functions of our migrations, and our worker.
  const hooksOff = Object.keys(composeEnvironment("auth"))
    .filter((name) => /^GOTRUE_HOOK_.*_ENABLED$/.test(name))
    .map((name) => [name, "false"] as const);
  const part = await start({
    name: "auth",
    command: real.auth ?? process.execPath,
    args: real.auth === undefined ? ["src/standalone/auth.main.ts"] : [],
    cwd: real.auth === undefined ? platformFolder : dirname(real.auth),
    env: localEnvironment("auth", {
      ...Object.fromEntries(moved),
      ...(!product && {
        ...Object.fromEntries(hooksOff),
        // All specs come from one address, so the real Auth must not count them.
        GOTRUE_RATE_LIMIT_HEADER: "",
      }),
      GOTRUE_HOOK_SEND_EMAIL_URI: hookUri.replace(/^http:\/\/[^/]+/, `http://${loopback}:${hookPort}`),
      GOTRUE_API_HOST: loopback,
      GOTRUE_API_PORT: port,
      GOTRUE_DB_DATABASE_URL: database.at(String(composeEnvironment("auth")["GOTRUE_DB_DATABASE_URL"])),
      GOTRUE_SMTP_HOST: loopback,
      GOTRUE_SMTP_PORT: smtpPort,
    }),
    readyUrl: `http://${loopback}:${port}/health`,
  });
  noteIgnored(environmentLog, "auth", part);
  return `${loopback}:${port}`;
}

/** @returns its address for the gateway as `host:port`. */
export async function startStorage({
  composeEnvironment,
  localEnvironment,
  real,
  start,
  database,
  folder,
  environmentLog,
}: StackContext): Promise<string> {
  const port = String(await freePort());
  const part = await start({
    name: "storage",
    command: process.execPath,
    args: [real.storage ?? "src/standalone/storage.main.ts"],
    // The real one reads its migrations from the folder it starts in.
    cwd: real.storage === undefined ? platformFolder : join(dirname(real.storage), "../.."),
    env: localEnvironment("storage", {
      SERVER_HOST: loopback,
      SERVER_PORT: port,
      DATABASE_URL: database.at(String(composeEnvironment("storage")["DATABASE_URL"])),
      FILE_STORAGE_BACKEND_PATH: join(folder, "files"),
      // glibc keeps freed blocks below 128 kB, and Node receives uploads in blocks of 64 kB.
      MALLOC_MMAP_THRESHOLD_: "32768",
    }),
    readyUrl: `http://${loopback}:${port}/status`,
  });
  noteIgnored(environmentLog, "storage", part);
  return `${loopback}:${port}`;
}

/** The folder that the worker purges: the real Storage puts a bucket and a tenant above it, ours does not. */
export function documentsFolder({ composeEnvironment, real, folder }: StackContext): string {
  const { FILE_STORAGE_BACKEND_PATH: stored = "" } = composeEnvironment("storage");
  const documents = String(composeEnvironment("worker")["PURGE_UPLOADS_FOLDER"]);
  const files = join(folder, "files");
  return real.storage === undefined ? files : join(files, documents.slice(stored.length));
}

/** Records the variables that a service ignored. */
function noteIgnored(environmentLog: EnvironmentLog, service: string, part: Part): void {
  const line = part.lines().find((line) => line.startsWith("ignored "));
  if (line !== undefined)
    environmentLog.note(service, `ignored by our service: ${line.slice("ignored ".length)}`);
}

/** The job that applies our migrations. */
export async function migrate({
  localEnvironment,
  database,
  environmentLog,
  signal,
}: StackContext): Promise<void> {
  const { host, port, name, migrationRole } = database;
  environmentLog.note(
    "migrate",
    `${migrationRole} is a member of supabase_storage_admin while migrations run, for their policies`,
  );
  const env = localEnvironment("migrate", {
    PGHOST: host,
    PGPORT: port,
    PGUSER: migrationRole,
    PGDATABASE: name,
  });
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

/** @returns its address for the gateway as `host:port`. */
export async function startRest({
  composeEnvironment,
  localEnvironment,
  start,
  database,
  folder,
}: StackContext): Promise<string> {
  const port = String(await freePort());
  const adminPort = String(await freePort());
  await start({
    name: "rest",
    command: findPostgrest(process.env),
    args: [],
    cwd: folder,
    env: localEnvironment("rest", {
      PGRST_DB_URI: database.at(String(composeEnvironment("rest")["PGRST_DB_URI"])),
      PGRST_SERVER_HOST: loopback,
      PGRST_SERVER_PORT: port,
      PGRST_ADMIN_SERVER_PORT: adminPort,
    }),
    readyUrl: `http://${loopback}:${adminPort}/ready`,
  });
  return `${loopback}:${port}`;
}

/** @returns the URL of the sidecar's own port. */
export async function startGateway(
  { localEnvironment, start, folder, environmentLog }: StackContext,
  { auth, storage, rest, apiPort }: { auth: string; storage: string; rest: string; apiPort: string },
): Promise<string> {
  const sidecarPort = await freePort();
  const env = localEnvironment("gateway", {
    LISTEN: `http://:${apiPort}`,
    LISTEN_SIDECAR: `http://:${sidecarPort}`,
    AUTH_UPSTREAM: auth,
    STORAGE_UPSTREAM: storage,
    REST_UPSTREAM: rest,
  });
  const config = join(folder, "gateway.json");
  await writeFile(config, adaptCaddyfile("Caddyfile", env));
  environmentLog.note("gateway", "listens on 127.0.0.1 instead of all addresses");
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

/** Writes exactly the files that the image contains. @returns what starts the image's own command on them. */
export async function createSheaf(
  { localEnvironment, stack }: StackContext,
  { image, sidecarGateway }: { image: string; sidecarGateway: string },
): Promise<(port: string) => PartOptions> {
  const recipe = readDockerfile(await readFile(join(repository, "server/Dockerfile"), "utf8"));
  await mkdir(image);
  stack.push(() => removeImageFolder(image));
  await createImageFolder(recipe, { repository, root: image });
  const { args, env } = inFolder(recipe, image);
  return (port) => ({
    name: "sheaf",
    command: process.execPath,
    args,
    cwd: image,
    env: {
      ...env,
      ...localEnvironment("sheaf", { HOST: loopback, PORT: port, SUPABASE_INTERNAL_URL: sidecarGateway }),
    },
    readyUrl: `http://${loopback}:${port}/healthz`,
  });
}

function caddyHome(folder: string): Environment {
  return { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
}
