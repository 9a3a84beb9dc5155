import { type Platform, startPlatform } from "@sheaf/platform";
import { type Browser, createBrowser, follow, linkOf } from "./browser.ts";
import { startSidecar, type Sidecar } from "./start-sidecar.ts";

export interface TestHarness {
  platform: Platform;
  sidecar: Sidecar;
  newBrowser(): Browser;
  /** An unused email address. */
  newAddress(): string;
  /**
   * From the sign-in form through the email and its button to the URL that ends the exchange. The user asks for
   * `next`, by default `/r/abc?tab=files`.
   */
  signInUpToCallback(browser: Browser, options?: { email?: string; next?: string }): Promise<ReachedCallback>;
  /** Runs `work` with the platform's clock set ahead. */
  later<Result>(minutes: number, work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

export interface ReachedCallback {
  email: string;
  flowId: string;
  /** Path of the emailed link. */
  link: string;
  callback: URL;
}

/** A sidecar with its own local platform; with `tls` it is behind an https proxy. */
export async function startTestHarness({ tls = false }: { tls?: boolean } = {}): Promise<TestHarness> {
  let users = 0;
  let minutesAhead = 0;
  const clock = () => new Date(Date.now() + minutesAhead * 60_000);
  const platform = await startPlatform({
    migrations: "none",
    clock,
    ...(tls && { siteUrl: "https://localhost" }),
  });
  const { url: platformUrl, anonKey } = platform;
  const limits = { perAddress: 1000, perLink: 1000 };
  const sidecar = await startSidecar({ platformUrl, publishableKey: anonKey, limits, tls });
  const newAddress = (): string => `person-${(users += 1)}@lind.example`;

  return {
    platform,
    sidecar,
    newAddress,
    newBrowser: () => createBrowser({ sidecar, platformUrl, anonKey }),
    async signInUpToCallback(browser, { email = newAddress(), next = "/r/abc?tab=files" } = {}) {
      const flowId = await browser.requestEmail(email, next);
      const link = linkOf(await platform.mailbox.latest(email));
      const pressed = await browser.press(link);
      return { email, flowId, link, callback: await follow(pressed.location ?? "") };
    },
    async later(minutes, work) {
      minutesAhead = minutes;
      try {
        return await work();
      } finally {
        minutesAhead = 0;
      }
    },
    async stop() {
      await sidecar.stop();
      await platform.stop();
    },
  };
}
