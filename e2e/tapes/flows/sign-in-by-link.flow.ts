import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openMailedLink } from "../hands/mailed.ts";
import { atSignIn } from "../world/doors.ts";
import { nora } from "../world/people.ts";
import { askAnna } from "../world/scenes.ts";

export const signInByLink: Flow = {
  name: "sign-in-by-link",
  says: "Nora signs in with the link from the mail, in the browser that asked for it: the sidecar makes the session.",
  device: "desk",
  prepare: async (world) => {
    await askAnna(world);
    return atSignIn;
  },
  walk: async (page, hands) => {
    await openMailedLink(page, hands, nora.email);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
