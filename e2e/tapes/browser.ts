import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { desk, phone } from "../fixtures/test.ts";
import type { Flow } from "./flow.ts";

const sizes: Record<Flow["device"], BrowserContextOptions> = { desk, phone };

/** A browser as tapes are recorded and played in, whatever the machine is set to. */
export function openContext(
  browser: Browser,
  { device, siteUrl }: { device: Flow["device"]; siteUrl: string },
): Promise<BrowserContext> {
  return browser.newContext({
    ...sizes[device],
    baseURL: siteUrl,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
}
