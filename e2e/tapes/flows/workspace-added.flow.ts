import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const workspaceAdded: Flow = {
  name: "workspace-added",
  description: "Nora creates a second workspace, and switches back to the first.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.requests.href(),
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "New workspace" }).click();
    await page.getByLabel("Workspace name").fill("Okafor Advisory");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(page.getByText("No open requests")).toBeVisible();
    await page.getByRole("button", { name: "Workspace: Okafor Advisory" }).click();
    await page.getByRole("menuitemradio").first().click();
    await expect(page.getByRole("button", { name: "Workspace: Okafor Advisory" })).toHaveCount(0);
    await expect(page.getByText("No open requests")).toBeVisible();
  },
};
