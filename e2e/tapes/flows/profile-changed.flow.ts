import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openOffice } from "../world/office.ts";

export const profileChanged: Flow = {
  name: "profile-changed",
  says: "Nora changes her name to “Nora Lind”, and is called by it at once.",
  device: "desk",
  prepare: async (world) => ({ opens: "/settings/profile", as: (await openOffice(world)).nora }),
  walk: async (page) => {
    const field = page.getByRole("textbox", { name: "Name" });
    await expect(field).toHaveValue("Nora Okafor");
    await field.fill("Nora Lind");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your name is saved.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Account of Nora Lind" })).toBeVisible();
  },
};
