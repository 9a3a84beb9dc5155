import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const profileChanged: Flow = {
  name: "profile-changed",
  description: "Nora changes her name to “Nora Lind” and sees it at once.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: "/settings/profile",
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    const field = page.getByRole("textbox", { name: "Name" });
    await expect(field).toHaveValue("Nora Okafor");
    await field.fill("Nora Lind");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your name has been saved.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Account of Nora Lind" })).toBeVisible();
  },
};
