import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { fullWorkspace } from "../seed/full-workspace.ts";

const lists = ["open", "review", "overdue", "drafts", "done", "archived"].flatMap((filter) =>
  ["activity", "due"].map((sort) => `filter=${filter}&sort=${sort}`),
);

/** Not a separate tape: the scenario of the same name plays its lists over any tape. */
export const fullWorkspaceLists: Flow = {
  name: "full-workspace",
  description:
    "Nora reads every list of a workspace with a thousand requests to its end, in both orders, and searches it for Sofia.",
  device: "desk",
  prepare: async (seed) => ({ startPath: pages.requests.path, as: (await fullWorkspace(seed)).nora }),
  run: async (page) => {
    for (const view of lists) {
      await page.goto(`${pages.requests.path}?${view}`);
      // Every list has several pages.
      const more = page.getByRole("button", { name: "Show more" });
      await expect(more).toBeVisible();
      await expect(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await expect(more).toHaveCount(0, { timeout: 100 });
      }).toPass({ timeout: 180_000, intervals: [50] });
    }
    await page.goto(`${pages.requests.path}?q=Sofia`);
    await expect(page.getByRole("link", { name: /\(\d+\)/ }).first()).toBeVisible();
  },
};
