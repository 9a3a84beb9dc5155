import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { password } from "../seed/people.ts";

export const passwordSet: Flow = {
  name: "password-set",
  description: "Nora sets a password in her settings.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: "/settings/security",
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    const card = page.getByRole("region", { name: "Password" });
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password", { exact: true }).fill(password);
    await card.getByRole("button", { name: "Set password" }).click();
    await expect(card.getByText("Your password has been set.", { exact: false })).toBeVisible();
  },
};
