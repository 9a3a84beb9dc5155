import type { Page } from "@playwright/test";
import type { RunReport } from "@sheaf/mocks/run";
import { expect } from "../expect.ts";
import type { Hands } from "../flow.ts";

declare global {
  interface Window {
    /** What a QA build offers to whoever drives it by a script. */
    sheafQa?: {
      report: () => Promise<RunReport>;
      mailedLink: () => Promise<string | undefined>;
    };
  }
}

/** No mailbox and no app: any digits will do, and the link is the one that a tester finds in the panel. */
export function playedHands(page: Page): Hands {
  return {
    code: async () => "12345678",
    authenticatorCode: async () => "123456",
    openMailedLink: async () => {
      let link: string | undefined;
      const find = async () => {
        link = await page.evaluate(() => window.sheafQa?.mailedLink());
        return link;
      };
      await expect.poll(find).toBeDefined();
      await page.goto(link ?? "");
    },
  };
}
