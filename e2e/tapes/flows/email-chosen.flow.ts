import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { annaStarted } from "../seed/scenes.ts";

export const emailChosen: Flow = {
  name: "email-chosen",
  description:
    "Nora stops watching a request, chooses a daily summary, stops all email and turns it on again.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await page.getByRole("button", { name: "Stop watching" }).click();
    await expect(page.getByRole("button", { name: "Watch", exact: true })).toBeVisible();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.getByRole("link", { name: "Notifications" }).click();
    await page.getByRole("combobox", { name: /^Email from/ }).selectOption("Once a day");
    await expect(page.getByText("Your choice has been saved.")).toBeVisible();
    await page.getByRole("button", { name: "Stop all email" }).click();
    const dialog = page.getByRole("dialog", { name: "Stop all email?" });
    await dialog.getByRole("button", { name: "Stop all email" }).click();
    await expect(page.getByText("We don’t email this address", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Turn email on again" }).click();
    await expect(page.getByRole("button", { name: "Stop all email" })).toBeVisible();
  },
};
