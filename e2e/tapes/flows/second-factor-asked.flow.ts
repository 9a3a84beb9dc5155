import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { typeMailedCode } from "../hands/mailed.ts";
import { atSignIn } from "../world/doors.ts";
import { nora } from "../world/people.ts";
import { askAnna } from "../world/scenes.ts";

export const secondFactorAsked: Flow = {
  name: "second-factor-asked",
  says: "Nora has an authenticator app: after the code from the mail she is asked for the app's, and goes on to her requests.",
  device: "phone",
  prepare: async (world) => {
    const scene = await askAnna(world);
    await scene.nora.addAuthenticator("Phone");
    return { ...atSignIn, authenticator: scene.nora };
  },
  walk: async (page, hands) => {
    await typeMailedCode(page, hands, nora.email);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await page.getByLabel("Code, 6 digits").fill(await hands.authenticatorCode());
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
