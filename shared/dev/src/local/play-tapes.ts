import { listTapes, openAllTapes } from "@sheaf/mocks/library";
import type { ListedTape } from "@sheaf/mocks/run";
import { scenarios } from "@sheaf/mocks/scenarios/scenarios";
import { addressesOf } from "./addresses.ts";
import type { MocksOptions } from "./mocks-options.ts";
import { assertPortsFree, pagePorts } from "./ports.ts";
import { startSidecar, startWeb } from "./processes.ts";
import { whenStackReady } from "./readiness.ts";
import { supervise } from "./supervise.ts";

/** Runs the page and the sidecar on tapes, without a platform. */
export async function playTapes(options: MocksOptions): Promise<void> {
  const { platformPort } = options;
  await assertPortsFree([
    ...pagePorts(options),
    { port: platformPort, purpose: "the platform stand-in", flag: "--platform-port" },
  ]);
  const tapes = await listTapes(await openAllTapes());
  const addresses = addressesOf(options);
  const environment = {
    SITE_URL: addresses.site,
    // The site's host name, so that a browser following a link there sends its run's cookie.
    SUPABASE_URL: `http://localhost:${platformPort}`,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_there_is_no_platform",
  };
  const sidecar = startSidecar({ entry: "src/mocks/index.ts", address: addresses.sidecar, environment });
  const web = startWeb({ mode: "mocks", addresses, environment });
  await supervise({
    children: [sidecar, web],
    becomeReady: () => whenStackReady(addresses, { sidecar, web }),
    block: (seconds) => block(addresses.site, tapes, seconds),
  });
}

function block(site: string, tapes: readonly ListedTape[], seconds: string): string {
  const recorded = tapes.filter(({ isRecorded }) => isRecorded).length;
  const others = tapes.length - recorded;
  return `
  Sheaf plays tapes (${seconds} s)

    Open            ${site}
    Tapes           ${recorded}, and ${Object.keys(scenarios).length} scenarios to lay over them: choose in the panel,
                    or by the address ${site}/?qa=<tape>&scenario=<name>${others > 0 ? toRecord(others) : ""}

    There is no platform, and nothing reaches a network.
    Ctrl-C stops everything. Record a tape with --record.
`;
}

const toRecord = (count: number) => `
                    ${count} more are recorded by npx -y pnpm@12 tapes:record, in about two minutes`;
