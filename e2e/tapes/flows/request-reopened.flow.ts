import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { pages } from "@sheaf/contract/pages";
import type { Page } from "@playwright/test";
import { annaStarted } from "../seed/scenes.ts";

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

export const requestReopened: Flow = {
  name: "request-reopened",
  description:
    "Nora pauses and resumes a request, closes it with items missing, reopens it, cancels it and archives it.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await chooseInMenu(page, "Pause");
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByText("Request resumed")).toBeVisible();
    await chooseInMenu(page, "Close request");
    await page.getByRole("dialog").getByRole("button", { name: "Close request" }).click();
    await page.getByRole("button", { name: "Reopen", exact: true }).click();
    await expect(page.getByRole("button", { name: "Reopen", exact: true })).toBeHidden();
    await chooseInMenu(page, "Cancel request");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel request" }).click();
    await expect(page.getByText("You can reopen it until", { exact: false })).toBeVisible();
    await chooseInMenu(page, "Archive");
    await expect(page.getByText("Request archived")).toBeVisible();
  },
};
