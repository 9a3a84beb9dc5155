import { tapesFolder } from "@sheaf/mocks/library";
import { startRecorderServer } from "@sheaf/mocks/record/recorder-server";
import { startRecordingProxy } from "@sheaf/mocks/record/recording-proxy";
import { localKeys } from "@sheaf/platform/keys";
import { type Addresses, addressesOf } from "./addresses.ts";
import { createDemoWorkspace } from "../demo/demo-account.ts";
import { demoRequester } from "../demo/demo-content.ts";
import { fillDemoWorkspace } from "../demo/demo-workspace.ts";
import type { MocksOptions } from "./mocks-options.ts";
import { assertPortsFree, pagePorts, platformPorts } from "./ports.ts";
import { startPlatform, startSidecar, startWeb } from "./processes.ts";
import { whenStackReady } from "./readiness.ts";
import { supervise } from "./supervise.ts";

/** Runs the page and the sidecar on an in-memory platform with a recorder in front. */
export async function recordTapes(options: MocksOptions): Promise<void> {
  await assertPortsFree([...pagePorts(options), ...platformPorts(options)]);
  const addresses = addressesOf(options);
  const proxy = await startRecordingProxy({ platformUrl: addresses.platform });
  const recorderServer = await startRecorderServer({ proxy, folder: tapesFolder, siteUrl: addresses.site });
  const environment = {
    SITE_URL: addresses.site,
    SUPABASE_URL: proxy.pageUrl,
    SUPABASE_INTERNAL_URL: proxy.sidecarUrl,
    SUPABASE_PUBLISHABLE_KEY: localKeys.publishable,
  };
  const platform = startPlatform({ addresses });
  const sidecar = startSidecar({ address: addresses.sidecar, environment });
  const web = startWeb({
    mode: "mocks",
    addresses,
    environment: { ...environment, RECORDER_URL: recorderServer.url },
  });
  try {
    await supervise({
      children: [platform, sidecar, web],
      becomeReady: async () => {
        await whenStackReady(addresses, { platform, sidecar, web });
        await fillDemoWorkspace(addresses.platform, await createDemoWorkspace(addresses.platform));
      },
      block: (seconds) => block(addresses, seconds),
    });
  } finally {
    await recorderServer.stop();
    await proxy.stop();
  }
}

function block(addresses: Addresses, seconds: string): string {
  return `
  Sheaf records tapes (${seconds} s)

    Open            ${addresses.site}
    Mailbox         ${addresses.mailbox}   receives all emails
    Local account   ${addresses.localAccount}   a sign-in provider that signs you in as anyone

    Sign in as ${demoRequester.email}; the code is in the mailbox. The panel begins a recording and saves it.
    Ctrl-C stops everything, and the platform forgets it.
`;
}
