import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { allAccepted } from "../seed/scenes.ts";

export const requestNextYear: Flow = {
  name: "request-next-year",
  description: "Nora opens a person and asks last year’s request again, a year later.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.people.href(),
    as: (await allAccepted(seed)).nora,
  }),
  run: async (page) => {
    await page.getByRole("link", { name: "Everyone" }).click();
    await page.getByRole("link", { name: "Anna Lind" }).click();
    await page.getByRole("button", { name: "Request “Tax return 2026” again for next year" }).click();
    await expect(page.getByText(/Years in titles and instructions moved from 2026 to 2027/)).toBeVisible();
    await expect(page.getByRole("link", { name: "Open last year’s request" })).toBeVisible();
  },
};
