import { join } from "node:path";
import process from "node:process";
import { repository } from "../repository.ts";
import { freePort } from "@sheaf/platform/free-port";
import { type Part, type PartOptions, startPart } from "./parts.ts";
import { runJob } from "./run-job.ts";
import { runWorkerOnce, workerArguments } from "./run-worker-once.ts";
import { createContext, loopback, type StackOptions } from "./stack-context.ts";
import { makeDatabase } from "./stack-database.ts";
import {
  createSheaf,
  documentsFolder,
  migrate,
  startAuth,
  startGateway,
  startMail,
  startRest,
  startStorage,
  startTemplates,
} from "./start-parts.ts";

export interface RunningStack {
  readonly databaseVersion: string;
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly mailboxUrl: string;
  /** Only origin that passkeys work on. */
  readonly passkeyOrigin: string;
  readonly parts: readonly Part[];
  /** Marks one stored document as removed. Like `purge`, requires the product. */
  readonly removeOneDocument: () => Promise<void>;
  readonly expireLostLeases: () => Promise<void>;
  readonly waitingEmails: () => Promise<number>;
  /** Runs the worker's task `purge` once with compose's command and returns its output. */
  readonly purge: () => Promise<string>;
  /** Also sends Auth's emails, and may end. Requires the product. */
  readonly worker: () => Part;
  /** Starts another worker with compose's command, which may end. It takes no calls of Auth's hook. Requires the product. */
  readonly startWorker: () => Promise<Part>;
  /** Starts another copy of the sidecar, which may end. Requires the product. */
  readonly startCopy: (port: string) => Promise<Part>;
}

/**
 * Starts the parts of docker-compose.yml as processes, in its order and with its environment.
 *
 * @param product applies our migrations and starts the sidecar; otherwise only the platform is started.
 */
export async function startStack(options: StackOptions, product: boolean): Promise<RunningStack> {
  const { settings, environmentLog, signal, stack } = options;
  const { dotEnv, compose } = settings;
  await runJob({
    name: "settings",
    command: "sh",
    args: [join(repository, "shared/gateway/check-settings.sh")],
    env: environmentLog.record("settings", compose.services["settings"]?.environment ?? {}, {}),
    signal,
  });
  const database = await makeDatabase({
    ...options,
    password: String(dotEnv["POSTGRES_PASSWORD"]),
    passwords: String(compose.configs["service-passwords"]?.content),
  });
  const context = createContext(options, database);
  const portOf = (name: "SITE_PORT" | "API_PORT" | "MAIL_PORT") => String(dotEnv[name]);
  const [sitePort, apiPort, mailboxPort] = [portOf("SITE_PORT"), portOf("API_PORT"), portOf("MAIL_PORT")];

  const templates = await startTemplates(context);
  const smtpPort = String(await freePort());
  const hookPort = String(await freePort());
  await startMail(context, { mailboxPort, smtpPort });
  const auth = await startAuth(context, { templates, smtpPort, hookPort, product });
  const storage = await startStorage(context);
  if (product) await migrate(context);
  const rest = await startRest(context);
  const sidecarGateway = await startGateway(context, { auth, storage, rest, apiPort });
  const image = join(options.folder, "image");
  const sheaf = product ? await createSheaf(context, { image, sidecarGateway }) : undefined;
  if (sheaf) await context.start(sheaf(sitePort));
  const workerCommand = (overrides: Record<string, string>) => ({
    entrypoint: compose.services["worker"]?.entrypoint ?? [],
    image,
    env: context.localEnvironment("worker", {
      SUPABASE_INTERNAL_URL: `http://${loopback}:${apiPort}`,
      SMTP_URL: `smtp://${loopback}:${smtpPort}`,
      PURGE_UPLOADS_FOLDER: documentsFolder(context),
      SEND_EMAIL_HOOK_HOST: loopback,
      ...overrides,
    }),
    uploads: String(context.composeEnvironment("worker")["PURGE_UPLOADS_FOLDER"]),
  });
  const worker = (name: string, workerPort: string, ownHookPort: string): PartOptions => {
    const command = workerCommand({ WORKER_PORT: workerPort, SEND_EMAIL_HOOK_PORT: ownHookPort });
    return {
      name,
      command: process.execPath,
      args: workerArguments(command),
      cwd: image,
      env: command.env,
      readyUrl: `http://${loopback}:${workerPort}/healthz`,
    };
  };
  const hookWorker = product
    ? await startPart(worker("worker", String(await freePort()), hookPort), stack)
    : undefined;
  return {
    databaseVersion: database.version,
    siteUrl: String(context.composeEnvironment("sheaf")["SITE_URL"]),
    apiUrl: String(context.composeEnvironment("sheaf")["SUPABASE_URL"]),
    mailboxUrl: `http://${loopback}:${mailboxPort}`,
    passkeyOrigin: String(context.composeEnvironment("auth")["GOTRUE_WEBAUTHN_RP_ORIGINS"]),
    parts: context.parts,
    removeOneDocument: () => database.removeOneDocument(),
    expireLostLeases: () => database.expireLostLeases(),
    waitingEmails: () => database.waitingEmails(),
    async startCopy(port) {
      if (!sheaf) throw new Error("The stack runs without the product.");
      return await startPart(sheaf(port), stack);
    },
    worker() {
      if (!hookWorker) throw new Error("The stack runs without the product.");
      return hookWorker;
    },
    async startWorker() {
      if (!sheaf) throw new Error("The stack runs without the product.");
      const ports = [await freePort(), await freePort()].map(String);
      return await startPart(worker("another worker", ports[0] ?? "", ports[1] ?? ""), stack);
    },
    purge: () => runWorkerOnce("purge", { ...workerCommand({}), signal }),
  };
}
