import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openEmailedLink } from "../user-inputs/email-steps.ts";
import { atSignIn } from "../seed/auth-pages.ts";
import { nora } from "../seed/people.ts";
import { sendToAnna } from "../seed/scenes.ts";

export const signInByLink: Flow = {
  name: "sign-in-by-link",
  description: "Nora signs in with the emailed link in the same browser: the sidecar creates the session.",
  device: "desk",
  prepare: async (seed) => {
    await sendToAnna(seed);
    return atSignIn;
  },
  run: async (page, inputs) => {
    await openEmailedLink(page, inputs, nora.email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
