import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { sharedWorkspace } from "../seed/scenes.ts";

export const requestsSharedOut: Flow = {
  name: "requests-shared-out",
  description:
    "Nora selects both open requests and assigns them to Idris, undoes that, and tags them “Urgent”, which is a new tag.",
  device: "desk",
  prepare: async (seed) => ({ startPath: pages.requests.href(), as: (await sharedWorkspace(seed)).nora }),
  run: async (page) => {
    const bar = page.getByRole("group", { name: "Selected requests" });
    const tax = page.getByRole("article").filter({ hasText: "Tax return 2026" });
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bar.getByRole("button", { name: "Assign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Idris Lind" }).click();
    await expect(tax.getByRole("button", { name: /^Assigned to Idris Lind/ })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(tax.getByRole("button", { name: /^Assigned to Nora Okafor/ })).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await bar.getByRole("button", { name: "Tag" }).click();
    await page.getByLabel("Find or add a tag").fill("Urgent");
    await page.getByRole("button", { name: "Add “Urgent”" }).click();
    await expect(tax.getByRole("list", { name: "Tags" })).toContainText("Urgent");
  },
};
