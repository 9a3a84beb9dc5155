import { join } from "node:path";
import process from "node:process";
import { localKeys } from "@sheaf/platform/keys";
import type { Addresses } from "./addresses.ts";
import { type Child, startChild } from "./child-process.ts";

export interface Processes {
  platform: Child;
  sidecar: Child;
  web: Child;
}

/** Starts the three processes of development; each line they print goes to `onLine` with its writer's name before it. */
export function startProcesses(options: {
  repository: string;
  addresses: Addresses;
  dataDirectory: string;
  onLine: (line: string) => void;
}): Processes {
  const { repository, addresses, dataDirectory, onLine } = options;
  const environment = {
    ...process.env,
    SITE_URL: addresses.site,
    SUPABASE_URL: addresses.platform,
    SUPABASE_PUBLISHABLE_KEY: localKeys.publishable,
  };
  const start = (name: string, folder: string, args: string[], env: NodeJS.ProcessEnv = environment): Child =>
    startChild({
      name,
      command: process.execPath,
      args,
      cwd: join(repository, folder),
      env,
      onLine: (line) => onLine(`${name.padEnd(8)} │ ${line}`),
    });

  return {
    platform: start("platform", "shared/platform", [
      "src/main.ts",
      ...flags({
        port: portOf(addresses.platform),
        "mail-port": portOf(addresses.mail),
        "local-account-port": portOf(addresses.localAccount),
        "site-url": addresses.site,
        directory: join(dataDirectory, "platform"),
      }),
    ]),
    sidecar: start("sidecar", "server", ["--watch", "--watch-preserve-output", "src/index.ts"], {
      ...environment,
      PORT: portOf(addresses.sidecar),
      // Vite serves the page: of a build that lies about, the sidecar would name files that nobody serves.
      SITE_ROOT: join(repository, "web", "src"),
    }),
    web: start(
      "web",
      "web",
      [
        "node_modules/vite/bin/vite.js",
        "--strictPort",
        ...flags({ port: portOf(addresses.site), clearScreen: "false" }),
      ],
      { ...environment, SIDECAR_URL: addresses.sidecar },
    ),
  };
}

function portOf(url: string): string {
  return new URL(url).port;
}

function flags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}
