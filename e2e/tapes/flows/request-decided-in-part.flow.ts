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
    await page.getByRole("button", { name: "February.pdf" }).click();
    const february = page.getByRole("dialog", { name: "February.pdf" });
    await expect(february.locator("canvas").first()).toBeVisible();
    await february.getByRole("button", { name: "Return file February.pdf" }).click();
    await february.getByLabel("Why are you returning “February.pdf”?").fill("Page 2 is cut off.");
    await february.getByRole("button", { name: "Mark to return" }).click();
    await february.getByRole("button", { name: "Previous" }).click();
    const january = page.getByRole("dialog", { name: "January.pdf" });
    await expect(january.locator("canvas").first()).toBeVisible();
    await january.getByRole("button", { name: "Return 1, keep 1" }).click();
    await expect(page.getByText("Payslips returned.")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

    await page.getByRole("button", { name: "More decisions on Bank statement" }).click();
    await page.getByRole("menuitem", { name: "Received another way" }).click();
    await page.getByLabel("Note on how you received it").fill("By post.");
    await page.getByRole("button", { name: "Mark as received" }).click();
    await expect(page.getByRole("button", { name: "Add files to Bank statement" })).toBeVisible();
    await page.getByRole("button", { name: "Undo the decision on Bank statement" }).click();
    await expect(page.getByRole("button", { name: "More decisions on Bank statement" })).toBeVisible();
  },
};
