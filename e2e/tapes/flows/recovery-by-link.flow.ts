import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openEmailedLink } from "../user-inputs/email-steps.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { nora, password } from "../seed/people.ts";

export const recoveryByLink: Flow = {
  name: "recovery-by-link",
  description:
    "Nora has forgotten her password and sets a new one after opening the emailed link in the same browser.",
  device: "desk",
  prepare: async (seed) => {
    await createRequesterWorkspace(seed);
    return { startPath: "/forgot-password" };
  },
  run: async (page, inputs) => {
    await openEmailedLink(page, inputs, nora.email);
    await page.getByRole("button").click();
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  },
};
