import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { enterEmailedCode } from "../user-inputs/email-steps.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { nora, password } from "../seed/people.ts";

export const recoveryByCode: Flow = {
  name: "recovery-by-code",
  description: "Nora has forgotten her password and sets a new one with the code from the email.",
  device: "desk",
  prepare: async (seed) => {
    await createRequesterWorkspace(seed);
    return { startPath: "/forgot-password" };
  },
  run: async (page, inputs) => {
    await enterEmailedCode(page, inputs, nora.email);
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  },
};
