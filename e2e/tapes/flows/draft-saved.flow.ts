import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const draftSaved: Flow = {
  name: "draft-saved",
  description:
    "Nora writes a request, which saves itself as a draft. She changes it, opens it from the list, and deletes it.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: "/requests/new",
    as: (await createRequesterWorkspace(seed)).nora,
  }),
  run: async (page) => {
    await page.getByLabel("Title", { exact: true }).fill("Rental contract");
    const saved = page.getByText(/^Saved at/);
    await expect(saved).toBeVisible();
    await page.getByLabel("Add an item").fill("Identity document");
    await page.keyboard.press("Enter");
    await expect(saved).toBeHidden();
    await expect(saved).toBeVisible();
    await page
      .getByRole("link", { name: /^Requests/ })
      .first()
      .click();
    // Leaving before the list is read would make that read depend on the machine's speed.
    await expect(page.getByText("No open requests")).toBeVisible();
    await page.getByRole("link", { name: "Drafts" }).first().click();
    await page.getByRole("link", { name: "Rental contract" }).click();
    await expect(page.getByRole("button", { name: "Edit Identity document" })).toBeVisible();
    await page.getByRole("button", { name: "Delete draft" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete draft" }).click();
    await expect(page.getByText("No drafts")).toBeVisible();
  },
};
