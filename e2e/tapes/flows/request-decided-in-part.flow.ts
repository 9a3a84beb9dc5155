import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { pages } from "@sheaf/contract/pages";
import { annaStarted } from "../seed/scenes.ts";

export const requestDecidedInPart: Flow = {
  name: "request-decided-in-part",
  description:
    "Nora returns February.pdf because “Page 2 is cut off.” and keeps January.pdf, marks the bank statement as received by post, and undoes that.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    await page.getByRole("link", { name: "February.pdf" }).click();
    const review = page.getByRole("main");
    await expect(review.getByRole("region", { name: "February.pdf, 1 page" })).toBeVisible();
    await review.getByRole("button", { name: "Return file February.pdf" }).click();
    await review.getByLabel("Why are you returning “February.pdf”?").fill("Page 2 is cut off.");
    await review.getByRole("button", { name: "Mark to return" }).click();
    await review.getByRole("button", { name: "Previous file" }).click();
    await expect(review.getByRole("region", { name: "January.pdf, 1 page" })).toBeVisible();
    await review.getByRole("button", { name: "Return 1, keep 1" }).click();
    await expect(page.getByText("Payslips returned.")).toBeVisible();
    await review.getByRole("button", { name: "Close the review" }).click();

    await page.getByRole("button", { name: "More actions on Bank statement" }).click();
    await page.getByRole("menuitem", { name: "Received another way" }).click();
    await page.getByLabel("Note on how you received it").fill("By post.");
    await page.getByRole("button", { name: "Mark as received" }).click();
    await expect(page.getByRole("button", { name: "Add files to Bank statement" })).toBeVisible();
    const undo = page.getByRole("button", { name: "Undo the decision on Bank statement" });
    await undo.click();
    await expect(undo).toHaveCount(0);
  },
};
