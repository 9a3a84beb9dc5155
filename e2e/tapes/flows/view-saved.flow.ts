import { pages } from "@sheaf/contract/pages";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { busyWorkspace } from "../seed/scenes.ts";

export const viewSaved: Flow = {
  name: "view-saved",
  description:
    "Nora saves the list of overdue requests as a view, gives its request another due date, takes that back, opens the view from another list, and deletes it.",
  device: "desk",
  prepare: async (seed) => ({
    startPath: pages.requests.href({ filter: "overdue" }),
    as: (await busyWorkspace(seed)).nora,
  }),
  run: async (page) => {
    const overdue = page.getByRole("link", { name: "Mortgage application" });
    const views = page.getByRole("button", { name: "Views" });
    await views.click();
    await expect(page.getByText("No saved views yet")).toBeVisible();
    await page.getByRole("menuitem", { name: "Save this view" }).click();
    await page.getByLabel("Name").fill("Late");
    await page.getByRole("button", { name: "Save view" }).click();

    await page.getByRole("checkbox", { name: "Select all" }).check();
    const selected = page.getByRole("group", { name: "Selected requests" });
    await selected.getByRole("button", { name: "Due date" }).click();
    const dialog = page.getByRole("dialog", { name: "Due date for “Mortgage application”" });
    await dialog.getByRole("button", { name: "Remove due date" }).click();
    await expect(overdue).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(overdue).toBeVisible();

    await page.getByRole("link", { name: /^Done/ }).click();
    await expect(page.getByRole("link", { name: "New hire: right to work" })).toBeVisible();
    await views.click();
    await page.getByRole("menuitemradio", { name: "Late" }).click();
    await expect(overdue).toBeVisible();
    await views.click();
    await page.getByRole("menuitem", { name: "Edit views" }).click();
    await page.getByRole("button", { name: "Change “Late”" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("button", { name: "Change “Late”" })).toBeHidden();
  },
};
