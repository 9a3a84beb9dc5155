import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { busyWorkspace } from "../seed/scenes.ts";

export const requestsArchivedTogether: Flow = {
  name: "requests-archived-together",
  description:
    "Nora selects every request that is done, archives them, and takes them out of the archive again.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.requests.href({ filter: "done" }),
    as: (await busyWorkspace(seed)).nora,
  }),
  run: async (page) => {
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page
      .getByRole("group", { name: "Selected requests" })
      .getByRole("button", { name: "Archive" })
      .click();
    await expect(page.getByText("Nothing done yet")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("link", { name: "New hire: right to work" })).toBeVisible();
  },
};
