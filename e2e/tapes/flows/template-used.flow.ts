import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { mortgage, taxReturn } from "../seed/drafts.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const templateUsed: Flow = {
  name: "template-used",
  description: "Nora uses a template, and adds the items of another.",
  device: "desk",
  prepare: async (seed) => {
    const workspace = await createRequesterWorkspace(seed);
    await workspace.template(taxReturn(), 21);
    await workspace.template(mortgage(), 14);
    return { startPath: pages.templates.href(), as: workspace.nora };
  },
  run: async (page) => {
    await page.getByRole("button", { name: "Use Tax return 2026" }).click();
    await expect(page.getByRole("button", { name: "Edit Tax number" })).toBeVisible();
    await page.getByRole("button", { name: "Add from template" }).click();
    const picker = page.getByRole("dialog", { name: "Add from template" });
    await picker.getByRole("radio", { name: /^Mortgage/ }).check({ force: true });
    await picker.getByRole("button", { name: "Add items" }).click();
    await expect(page.getByText("Items from “Mortgage application” added")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Employment contract" })).toBeVisible();
  },
};
