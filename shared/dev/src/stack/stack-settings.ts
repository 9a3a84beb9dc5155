import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type ComposeFile, readCompose } from "@sheaf/gateway/compose";
import { freePort } from "@sheaf/platform/free-port";
import { repository } from "../repository.ts";
import { settingsIn } from "../secrets/env-file.ts";
import { runJob } from "./run-job.ts";

export interface StackSettings {
  /** Contents of this run's .env. */
  readonly dotEnv: Record<string, string>;
  /** The profile `development` of docker-compose.yml, with these values filled in. */
  readonly compose: ComposeFile;
}

/** Settings of a run in `folder`: free ports, and passwords and keys from `pnpm secrets`. */
export async function makeSettings(folder: string, signal: AbortSignal): Promise<StackSettings> {
  const file = join(folder, ".env");
  const ports = [];
  for (const name of ["SITE_PORT", "API_PORT", "MAIL_PORT"]) ports.push(`${name}=${await freePort()}\n`);
  await writeFile(file, ports.join(""));
  await runJob({
    name: "pnpm secrets",
    command: process.execPath,
    args: [join(repository, "shared/dev/src/secrets/make-secrets.ts"), file],
    env: {},
    signal,
  });
  const dotEnv = settingsIn(await readFile(file, "utf8"));
  return { dotEnv, compose: await readCompose(dotEnv) };
}
