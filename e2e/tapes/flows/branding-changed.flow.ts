import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const brandingChanged: Flow = {
  name: "branding-changed",
  description: "Nora chooses another accent colour for her workspace.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.workspaceGeneral.href(),
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    await page.getByRole("radio", { name: "Blue" }).check();
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("Saved. Recipients see it now.")).toBeVisible();
  },
};
