import { itemRow } from "../../fixtures/checklist.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { sofia } from "../seed/people.ts";
import { annaStarted } from "../seed/scenes.ts";

export const itemHandedOff: Flow = {
  name: "item-handed-off",
  description: "Anna asks Sofia for the bank statement, and removes her from it.",
  device: "phone",
  prepare: async (seed) => {
    const { request, anna } = await annaStarted(seed);
    return { startPath: request.link, as: anna };
  },
  run: async (page) => {
    const row = itemRow(page, "Bank statement");
    const ask = row.getByRole("button", { name: "Ask someone else for Bank statement" });
    await expect(row).toBeVisible();
    if (!(await ask.isVisible())) await row.locator("> summary").click();
    await ask.click();
    const dialog = page.getByRole("dialog", { name: "Ask someone else" });
    await dialog.getByLabel("Email address").fill(sofia.email);
    await dialog.getByLabel("Name").fill(sofia.name);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect(row.getByText("Sofia Brandt was asked for this.")).toBeVisible();
    await row.getByRole("button", { name: "Remove Sofia Brandt from Bank statement" }).click();
    await page
      .getByRole("dialog", { name: "Remove Sofia Brandt from Bank statement?" })
      .getByRole("button", { name: "Remove" })
      .click();
    await expect(ask).toBeVisible();
  },
};
