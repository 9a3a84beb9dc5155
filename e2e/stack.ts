import process from "node:process";
import { localKeys } from "@sheaf/platform/keys";

/** Moves every port of a run, so that two runs may stand beside each other. */
const offset = Number(process.env["E2E_PORT_OFFSET"] ?? 0);

/** Ports of this run's own, so that `pnpm dev` may run beside it. */
export const ports = {
  site: 4300 + offset,
  platform: 54_421 + offset,
  mail: 54_424 + offset,
  localAccount: 54_425 + offset,
  /** Of the specs that start a second product. */
  line: 4302 + offset,
  lineSite: 4303 + offset,
  linePlatform: 54_427 + offset,
  /** Of the spec that starts `pnpm dev`: in the middle of a run, so not where systems take ports for connections. */
  devSite: 4310 + offset,
  devPlatform: 24_431 + offset,
  devMail: 24_434 + offset,
  /** Of what records and plays tapes. */
  tapesSite: 4320 + offset,
  tapesQaSite: 4321 + offset,
  tapesPlatform: 54_441 + offset,
  tapesPages: 54_442 + offset,
  tapesSidecar: 54_443 + offset,
  tapesStandIn: 54_444 + offset,
  tapesElsewhere: 54_445 + offset,
} as const;

/** Where a product is found, and what its pages show of the platform's keys. */
interface Stack {
  siteUrl: string;
  platformUrl: string;
  mailUrl: string;
  publishableKey: string;
}

/** The product that this run starts for itself. */
const own: Stack = {
  siteUrl: `http://localhost:${ports.site}`,
  platformUrl: `http://127.0.0.1:${ports.platform}`,
  mailUrl: `http://127.0.0.1:${ports.mail}`,
  publishableKey: localKeys.publishable,
};

/** A product that runs already, where `E2E_SITE_URL` names one; Mailpit's JSON is read at `E2E_MAIL_URL`. */
const running: Stack | undefined = process.env["E2E_SITE_URL"]
  ? {
      siteUrl: new URL(process.env["E2E_SITE_URL"]).origin,
      platformUrl: needed("E2E_PLATFORM_URL"),
      mailUrl: needed("E2E_MAIL_URL"),
      publishableKey: needed("E2E_PUBLISHABLE_KEY"),
    }
  : undefined;

/** Whether this run has to start the product. */
export const startsProduct = running === undefined;

/** Where the end-to-end run finds the product. */
export const stack: Stack = running ?? own;

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`E2E_SITE_URL is set, so ${name} must be too`);
  return value.replace(/\/$/, "");
}
