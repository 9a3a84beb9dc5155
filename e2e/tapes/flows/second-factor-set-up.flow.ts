import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const secondFactorSetUp: Flow = {
  name: "second-factor-set-up",
  description: "Nora sets up an authenticator app and names it “Phone”.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: "/settings/security",
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page, inputs) => {
    const card = page.getByRole("region", { name: "Two-factor authentication" });
    await card.getByRole("button", { name: "Set up an authenticator app" }).click();
    await card.getByLabel("Name").fill("Phone");
    await card.getByRole("button", { name: "Continue" }).click();
    const field = card.getByLabel("Then enter the 6-digit code it shows");
    await field.fill(await inputs.authenticatorCode());
    await expect(card.getByText("Phone is set up.", { exact: false })).toBeVisible();
    await expect(card.getByRole("button", { name: "Remove Phone" })).toBeVisible();
    await expect(page.getByText("Save your backup codes")).toBeVisible();
  },
};
