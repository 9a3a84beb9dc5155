import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { nora } from "../seed/people.ts";
import { sendToAnna } from "../seed/scenes.ts";

export const signInByLinkElsewhere: Flow = {
  name: "sign-in-by-link-elsewhere",
  description:
    "Nora opens the emailed link on her phone, where she didn't request it, and sees whose account it is.",
  device: "phone",
  prepare: async (seed) => {
    await sendToAnna(seed);
    await seed.askForLink(nora);
    return { startPath: "/" };
  },
  run: async (page, inputs) => {
    await expect(page.getByRole("heading", { name: /Ask once/ })).toBeVisible();
    await inputs.openEmailedLink(nora.email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
