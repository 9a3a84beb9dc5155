import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openMailedLink } from "../hands/mailed.ts";
import { openOffice } from "../world/office.ts";
import { nora, password } from "../world/people.ts";

export const recoveryByLink: Flow = {
  name: "recovery-by-link",
  says: "Nora has forgotten her password and sets a new one after opening the link from the mail in the same browser.",
  device: "desk",
  prepare: async (world) => {
    await openOffice(world);
    return { opens: "/forgot-password" };
  },
  walk: async (page, hands) => {
    await openMailedLink(page, hands, nora.email);
    await page.getByRole("button").click();
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  },
};
