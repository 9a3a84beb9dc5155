import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";
import { desk, phone } from "../fixtures/test.ts";
import type { Flow } from "./flow.ts";

const sizes: Record<Flow["device"], BrowserContextOptions> = { desk, phone };

/** Opens a browser context with the locale and time zone of all tapes, regardless of the machine's settings. */
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
