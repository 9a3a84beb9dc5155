import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openOffice } from "../world/office.ts";
import { password } from "../world/people.ts";

export const passwordSet: Flow = {
  name: "password-set",
  says: "Nora sets a password in her settings.",
  device: "desk",
  prepare: async (world) => ({ opens: "/settings/security", as: (await openOffice(world)).nora }),
  walk: async (page) => {
    const card = page.getByRole("region", { name: "Password" });
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password", { exact: true }).fill(password);
    await card.getByRole("button", { name: "Set password" }).click();
    await expect(card.getByText("Your password is set.", { exact: false })).toBeVisible();
  },
};
