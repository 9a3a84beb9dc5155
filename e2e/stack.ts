import process from "node:process";
import { localKeys } from "@sheaf/platform/keys";

/** Number of tests that run at the same time, each on its own product. */
export const workers = 2;

/** Added to every port, so that two runs can be active at once. */
const offset = Number(process.env["E2E_PORT_OFFSET"] ?? 0);

/** Distance between the ports of two workers. */
const stride = 50;

/** Ports stay below 32768, where operating systems start to assign ports to outgoing connections. */
function portsOf(worker: number) {
  const first = offset + worker * stride;
  return {
    site: 4300 + first,
    platform: 24_421 + first,
    mailbox: 24_424 + first,
    localAccount: 24_425 + first,
    /** The mailbox's SMTP port, two above its own by default. */
    smtp: 24_426 + first,
    /** For specs that start a second product. */
    unreliableNetwork: 4302 + first,
    secondSite: 4303 + first,
    secondPlatform: 24_427 + first,
    secondHook: 24_428 + first,
    /** For the product whose data tests may change at will. */
    resettableSite: 4304 + first,
    resettablePlatform: 24_429 + first,
    /** For the spec that starts `pnpm dev`. */
    devSite: 4310 + first,
    devPlatform: 24_431 + first,
    devMailbox: 24_434 + first,
    /** For recording and replaying tapes. */
    tapesSite: 4320 + first,
    tapesQaSite: 4321 + first,
    tapesPlatform: 24_441 + first,
    tapesPages: 24_442 + first,
    tapesSidecar: 24_443 + first,
    tapesStandIn: 24_444 + first,
    tapesElsewhere: 24_445 + first,
  } as const;
}

/** URLs of a product, and the publishable key that its pages use. */
interface Stack {
  siteUrl: string;
  platformUrl: string;
  mailboxUrl: string;
  publishableKey: string;
}

/** Ports and URLs of the product that this run starts for one worker. */
export function productOf(worker: number): { ports: ReturnType<typeof portsOf>; stack: Stack } {
  const own = portsOf(worker);
  return {
    ports: own,
    stack: {
      siteUrl: `http://localhost:${own.site}`,
      platformUrl: `http://127.0.0.1:${own.platform}`,
      mailboxUrl: `http://127.0.0.1:${own.mailbox}`,
      publishableKey: localKeys.publishable,
    },
  };
}

/** The process that starts the workers has no index and counts as worker 0. */
const own = productOf(Number(process.env["TEST_PARALLEL_INDEX"] ?? 0));

/** Ports of this worker. */
export const { ports } = own;

/** The running product that `E2E_SITE_URL` names, if any; `E2E_MAILBOX_URL` is its Mailpit. */
const running: Stack | undefined = process.env["E2E_SITE_URL"]
  ? {
      siteUrl: new URL(process.env["E2E_SITE_URL"]).origin,
      platformUrl: requiredVariable("E2E_PLATFORM_URL"),
      mailboxUrl: requiredVariable("E2E_MAILBOX_URL"),
      publishableKey: requiredVariable("E2E_PUBLISHABLE_KEY"),
    }
  : undefined;

/** False if the run tests a product that is already running. */
export const startsProduct = running === undefined;

/** The product under test. */
export const stack: Stack = running ?? own.stack;

function requiredVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`E2E_SITE_URL is set, so ${name} must be set too`);
  return value.replace(/\/$/, "");
}
