import { join } from "node:path";
import { repository } from "../repository.ts";
import { freePort } from "@sheaf/platform/free-port";
import { type Part, startPart } from "./parts.ts";
import { runJob } from "./run-job.ts";
import { runWorkerOnce } from "./run-worker-once.ts";
import { createContext, loopback, type StackOptions } from "./stack-context.ts";
import { makeDatabase } from "./stack-database.ts";
import {
  createSheaf,
  migrate,
  startAuth,
  startGateway,
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
  /** Runs the worker's task `purge` once with compose's command and returns its output. */
  readonly purge: () => Promise<string>;
  /** Runs the worker's task `email` likewise; what is due lies in the mailbox afterwards. */
  readonly deliver: () => Promise<string>;
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
  const auth = await startAuth(context, { templates, mailboxPort, smtpPort, product });
  const storage = await startStorage(context);
  if (product) await migrate(context);
  const rest = await startRest(context);
  const sidecarGateway = await startGateway(context, { auth, storage, rest, apiPort });
  const image = join(options.folder, "image");
  const sheaf = product ? await createSheaf(context, { image, sidecarGateway }) : undefined;
  if (sheaf) await context.start(sheaf(sitePort));
  const runTask = (task: "email" | "purge") =>
    runWorkerOnce(task, {
      entrypoint: compose.services["worker"]?.entrypoint ?? [],
      image,
      env: context.localEnvironment("worker", {
        SUPABASE_INTERNAL_URL: `http://${loopback}:${apiPort}`,
        SMTP_URL: `smtp://${loopback}:${smtpPort}`,
        PURGE_UPLOADS_FOLDER: join(options.folder, "files"),
      }),
      uploads: String(context.composeEnvironment("worker")["PURGE_UPLOADS_FOLDER"]),
      signal,
    });
  return {
    databaseVersion: database.version,
    siteUrl: String(context.composeEnvironment("sheaf")["SITE_URL"]),
    apiUrl: String(context.composeEnvironment("sheaf")["SUPABASE_URL"]),
    mailboxUrl: `http://${loopback}:${mailboxPort}`,
    passkeyOrigin: String(context.composeEnvironment("auth")["GOTRUE_WEBAUTHN_RP_ORIGINS"]),
    parts: context.parts,
    removeOneDocument: () => database.removeOneDocument(),
    async startCopy(port) {
      if (!sheaf) throw new Error("The stack runs without the product.");
      return await startPart(sheaf(port), stack);
    },
    purge: () => runTask("purge"),
    deliver: () => runTask("email"),
  };
}
