import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { localKeys } from "@sheaf/platform/keys";
import { type Addresses, addressesOf } from "./addresses.ts";
import { runCommand } from "../process/command.ts";
import { startChildAfter } from "../process/child-process.ts";
import { beginDemo } from "../demo/begin-demo.ts";
import { demoRequester } from "../demo/demo-content.ts";
import { type DevOptions, readOptions, usage } from "./options.ts";
import { assertPortsFree, pagePorts, platformPorts, workerPorts } from "./ports.ts";
import { startPlatform, startSidecar, startWeb, startWorker } from "./processes.ts";
import { repository } from "../repository.ts";
import { whenPlatformListens, whenStackReady } from "./readiness.ts";
import { supervise } from "./supervise.ts";

await runCommand({ usage, read: readOptions, run: develop });

async function develop(options: DevOptions): Promise<void> {
  await assertPortsFree([...pagePorts(options), ...platformPorts(options), ...workerPorts(options)]);
  const dataDirectory = resolve(options.data ?? join(repository, ".data"));
  if (options.fresh) await rm(dataDirectory, { recursive: true, force: true });

  const addresses = addressesOf(options);
  const environment = {
    SITE_URL: addresses.site,
    SUPABASE_URL: addresses.platform,
    SUPABASE_PUBLISHABLE_KEY: localKeys.publishable,
  };
  const hookSecret = `v1,whsec_${randomBytes(32).toString("base64")}`;
  const platform = startPlatform({ addresses, directory: join(dataDirectory, "platform"), hookSecret });
  const sidecar = startSidecar({ address: addresses.sidecar, environment });
  const platformListens = whenPlatformListens(addresses, platform);
  // Earlier, each of its tasks would fail.
  const worker = startChildAfter("worker", platformListens, () => startWorker(addresses, hookSecret));
  const web = startWeb({ addresses, environment });
  let fillDemo = (_signal: AbortSignal) => Promise.resolve();
  await supervise({
    children: [platform, sidecar, worker, web],
    becomeReady: async () => {
      [fillDemo] = await Promise.all([
        platformListens.then(() => beginDemo(addresses.platform, dataDirectory)),
        whenStackReady(addresses, { platform, sidecar, worker, web }),
      ]);
    },
    block: (seconds) => block(addresses, seconds),
    afterwards: (signal) => fillDemo(signal),
  });
}

function block(addresses: Addresses, seconds: string): string {
  return `
  Sheaf is running (${seconds} s)

    Open            ${addresses.site}
    Mailbox         ${addresses.mailbox}   receives all emails
    Local account   ${addresses.localAccount}   a sign-in provider that signs you in as anyone
    Platform        ${addresses.platform}

    Sign in as ${demoRequester.email}; the code is in the mailbox.
    Ctrl-C stops everything. Start over with --fresh.
`;
}
