import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const brandingChanged: Flow = {
  name: "branding-changed",
  description: "Nora chooses another accent colour for her workspace.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.workspace.href(),
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    const card = page.getByRole("region", { name: "Logo and colour" });
    await card.getByRole("radio", { name: "Blue" }).check();
    await card.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Recipients see the new look.")).toBeVisible();
  },
};
