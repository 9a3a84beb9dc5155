import type { Page } from "@playwright/test";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { TOTP } from "otpauth";
import type { Hands, Scene } from "../flow.ts";
import type { World } from "../world/world.ts";

/** A mailbox that is read and an app that counts: what people hold while a tape is recorded. */
export function realHands({
  page,
  world,
  scene,
  settled,
}: {
  page: Page;
  world: World;
  scene: Scene;
  /** Waits until the page has no question open. */
  settled: () => Promise<void>;
}): Hands {
  return {
    code: async (email) => codeIn(await world.nextMail(email)),
    openMailedLink: async (email) => {
      // Whoever looks into the mailbox takes their time; a page that is left at once forgets what it asked.
      await settled();
      await page.goto(confirmLinkIn(await world.nextMail(email)));
    },
    authenticatorCode: async () => {
      const given = scene.authenticator?.authenticator();
      if (given) return given.code();
      const key = await page.getByRole("region", { name: "Second factor" }).locator("code").innerText();
      return new TOTP({ secret: key.replaceAll(/\s/g, "") }).generate();
    },
  };
}
