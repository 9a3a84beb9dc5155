import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { annaStarted } from "../seed/scenes.ts";

export const questionAsked: Flow = {
  name: "question-asked",
  description: "Nora asks a question about the payslips, adds a note for members, and removes it again.",
  device: "desk",
  prepare: async (seed) => {
    const { request, nora } = await annaStarted(seed);
    return { startPath: pages.request.href({ id: request.id }), as: nora };
  },
  run: async (page) => {
    const more = page.getByRole("button", { name: "More actions on Payslips" });
    await more.click();
    await page.getByRole("menuitem", { name: "Ask a question" }).click();
    await page.getByLabel("Your question about “Payslips”").fill("Is March missing?");
    await page.getByRole("button", { name: "Send question" }).click();
    await expect(page.getByRole("group", { name: "Question: Is March missing?" })).toBeVisible();
    await more.click();
    await page.getByRole("menuitem", { name: "Add a note" }).click();
    await page.getByLabel("Your note on “Payslips”").fill("Ask again on Monday.");
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("button", { name: "Remove the note “Ask again on Monday.”" }).click();
    await expect(page.getByText("Note removed")).toBeVisible();
  },
};
