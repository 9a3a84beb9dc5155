import type { Page } from "@playwright/test";
import type { RunReport } from "@sheaf/mocks/tape/run-report";
import { expect } from "../expect.ts";
import type { TestUserInputs } from "../flow.ts";

declare global {
  interface Window {
    /** Script interface of a QA build. */
    sheafQa?: {
      report: () => Promise<RunReport>;
      emailedLink: () => Promise<string | undefined>;
    };
  }
}

/** Inputs for playback: any digits work, and the link is the one in the QA panel. */
export function replayInputs(page: Page): TestUserInputs {
  return {
    code: async () => "12345678",
    authenticatorCode: async () => "123456",
    openEmailedLink: async () => {
      let link: string | undefined;
      const find = async () => {
        link = await page.evaluate(() => window.sheafQa?.emailedLink());
        return link;
      };
      await expect.poll(find).toBeDefined();
      await page.goto(link ?? "");
    },
  };
}
