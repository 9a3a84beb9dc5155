import { join } from "node:path";
import { repository } from "../processes.ts";
import type { Part } from "./parts.ts";
import { purgeOnce } from "./purge-once.ts";
import { runJob } from "./run-job.ts";
import { createSite, loopback, type StackOptions } from "./site.ts";
import { makeDatabase } from "./stack-database.ts";
import {
  migrate,
  startAuth,
  startGateway,
  startRest,
  startSheaf,
  startStorage,
  startTemplates,
} from "./start-parts.ts";

export interface RunningStack {
  readonly databaseVersion: string;
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly mailUrl: string;
  /** The one origin that passkeys are made for. */
  readonly passkeyOrigin: string;
  readonly parts: readonly Part[];
  /** Marks one stored document as taken back; only where the product runs, as the next. */
  readonly takeOneBack: () => Promise<void>;
  /** Runs the purge job once, by compose's own loop; what it wrote. */
  readonly purge: () => Promise<string>;
}

/**
 * Starts the parts of docker-compose.yml as processes, in its order, each told what compose tells it.
 *
 * @param product whether our migrations are applied, and the sidecar started; without them it is the platform alone.
 */
export async function startStack(options: StackOptions, product: boolean): Promise<RunningStack> {
  const { settings, ledger, signal, stack } = options;
  const { dotEnv, compose } = settings;
  await runJob({
    name: "settings",
    command: "sh",
    args: [join(repository, "shared/gateway/check-settings.sh")],
    env: ledger.tell("settings", compose.services["settings"]?.environment ?? {}, {}),
    signal,
  });
  const database = await makeDatabase({
    ...options,
    password: String(dotEnv["POSTGRES_PASSWORD"]),
    passwords: String(compose.configs["service-passwords"]?.content),
  });
  const site = createSite(options, database);
  const portOf = (name: "SITE_PORT" | "API_PORT" | "MAIL_PORT") => String(dotEnv[name]);
  const [sitePort, apiPort, mailPort] = [portOf("SITE_PORT"), portOf("API_PORT"), portOf("MAIL_PORT")];

  const templates = await startTemplates(site);
  const auth = await startAuth(site, { templates, mailPort });
  const storage = await startStorage(site);
  if (product) await migrate(site);
  const rest = await startRest(site);
  const sidecarGateway = await startGateway(site, { auth, storage, rest, apiPort });
  const image = join(options.folder, "image");
  if (product) await startSheaf(site, { image, sidecarGateway, sitePort });
  return {
    databaseVersion: database.version,
    siteUrl: String(site.told("sheaf")["SITE_URL"]),
    apiUrl: String(site.told("sheaf")["SUPABASE_URL"]),
    mailUrl: `http://${loopback}:${mailPort}`,
    passkeyOrigin: String(site.told("auth")["GOTRUE_WEBAUTHN_RP_ORIGINS"]),
    parts: site.parts,
    takeOneBack: () => database.takeOneBack(),
    purge: () =>
      purgeOnce({
        entrypoint: compose.services["purge"]?.entrypoint ?? [],
        image,
        env: site.tell("purge", { SUPABASE_INTERNAL_URL: `http://${loopback}:${apiPort}` }),
        stack,
      }),
  };
}
