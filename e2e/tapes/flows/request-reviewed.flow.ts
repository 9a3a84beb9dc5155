import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { pages } from "@sheaf/contract/pages";
import { annaAnswered } from "../seed/scenes.ts";

export const requestReviewed: Flow = {
  name: "request-reviewed",
  description:
    "Nora opens statement.png, returns it because “Page 2 is cut off.”, and accepts the payslips and then the tax number.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaAnswered(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await page.getByRole("link", { name: "statement.png" }).click();
    const preview = page.getByRole("main");
    await expect(preview.getByRole("img", { name: "statement.png" })).toBeVisible();
    await preview.getByRole("button", { name: "Return with a reason" }).click();
    await preview.getByLabel("Why are you returning “Bank statement”?").fill("Page 2 is cut off.");
    await preview.getByRole("button", { name: "Return with this reason" }).click();
    await expect(preview.getByText("Bank statement returned.")).toBeVisible();
    await preview.getByRole("button", { name: "Close the review" }).click();
    for (const item of ["Payslips", "Tax number"]) {
      await page.getByRole("button", { name: `Accept ${item}` }).click();
      await expect(page.getByRole("button", { name: `Accept ${item}` })).toBeHidden();
    }
    await expect(page.getByText("2 of 3 required accepted").first()).toBeVisible();
  },
};
