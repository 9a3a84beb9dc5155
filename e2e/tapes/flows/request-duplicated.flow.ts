import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { pages } from "@sheaf/contract/pages";
import { annaStarted } from "../seed/scenes.ts";

export const requestDuplicated: Flow = {
  name: "request-duplicated",
  description: "Nora duplicates a request, and the copy opens in the editor.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
    await expect(page.getByRole("button", { name: "Edit Tax number" })).toBeVisible();
  },
};
