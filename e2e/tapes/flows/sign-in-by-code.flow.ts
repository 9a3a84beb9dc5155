import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { enterEmailedCode } from "../user-inputs/email-steps.ts";
import { atSignIn } from "../seed/auth-pages.ts";
import { nora } from "../seed/people.ts";
import { sendToAnna } from "../seed/scenes.ts";

export const signInByCode: Flow = {
  name: "sign-in-by-code",
  description: "Nora signs in with the emailed code and sees her requests.",
  device: "desk",
  prepare: async (seed) => {
    await sendToAnna(seed);
    return atSignIn;
  },
  run: async (page, inputs) => {
    await enterEmailedCode(page, inputs, nora.email);
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
