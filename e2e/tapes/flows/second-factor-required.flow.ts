import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { enterEmailedCode } from "../user-inputs/email-steps.ts";
import { atSignIn } from "../seed/auth-pages.ts";
import { nora } from "../seed/people.ts";
import { sendToAnna } from "../seed/scenes.ts";

export const secondFactorRequired: Flow = {
  name: "second-factor-required",
  description:
    "Nora has an authenticator app: after the emailed code she enters the app's code and continues to her requests.",
  device: "phone",
  prepare: async (seed) => {
    const scene = await sendToAnna(seed);
    await scene.nora.addAuthenticator("Phone");
    return { ...atSignIn, authenticator: scene.nora };
  },
  run: async (page, inputs) => {
    await enterEmailedCode(page, inputs, nora.email);
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await page.getByLabel("Code, 6 digits").fill(await inputs.authenticatorCode());
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
