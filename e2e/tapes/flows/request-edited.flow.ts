import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { pages } from "@sheaf/contract/pages";
import { annaStarted } from "../seed/scenes.ts";

export const requestEdited: Flow = {
  name: "request-edited",
  description: "Nora renames a sent request, adds the item “Lease” and saves.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByLabel("Title", { exact: true }).fill("Tax return 2027");
    await page.getByLabel("Add an item").fill("Lease");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("heading", { name: "Tax return 2027" })).toBeVisible();
    await expect(page.getByText("added the item")).toBeVisible();
  },
};
