import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { nora } from "../world/people.ts";
import { askAnna } from "../world/scenes.ts";

export const signInByLinkElsewhere: Flow = {
  name: "sign-in-by-link-elsewhere",
  says: "Nora opens the link from the mail on her phone, where she had not asked for it, and is told whose account it is.",
  device: "phone",
  prepare: async (world) => {
    await askAnna(world);
    await world.askForLink(nora);
    return { opens: "/" };
  },
  walk: async (page, hands) => {
    await expect(page.getByRole("heading", { name: /Ask once/ })).toBeVisible();
    await hands.openMailedLink(nora.email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
