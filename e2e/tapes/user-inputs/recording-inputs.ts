import type { Page } from "@playwright/test";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { TOTP } from "otpauth";
import type { TestUserInputs, FlowStart } from "../flow.ts";
import type { SeedData } from "../seed/seed-data.ts";

/** Inputs for recording: a real mailbox and authenticator app. */
export function recordingInputs({
  page,
  seed,
  start,
  networkIdle,
}: {
  page: Page;
  seed: SeedData;
  start: FlowStart;
  /** Waits until the page has no open request. */
  networkIdle: () => Promise<void>;
}): TestUserInputs {
  return {
    code: async (email) => codeIn(await seed.nextEmail(email)),
    openEmailedLink: async (email) => {
      // Leaving the page at once would cancel its open requests.
      await networkIdle();
      await page.goto(confirmLinkIn(await seed.nextEmail(email)));
    },
    authenticatorCode: async () => {
      const given = start.authenticator?.authenticator();
      if (given) return given.code();
      const key = await page
        .getByRole("region", { name: "Two-factor authentication" })
        .locator("code")
        .innerText();
      return new TOTP({ secret: key.replaceAll(/\s/g, "") }).generate();
    },
  };
}
