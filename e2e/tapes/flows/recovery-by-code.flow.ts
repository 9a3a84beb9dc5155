import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { typeMailedCode } from "../hands/mailed.ts";
import { openOffice } from "../world/office.ts";
import { nora, password } from "../world/people.ts";

export const recoveryByCode: Flow = {
  name: "recovery-by-code",
  says: "Nora has forgotten her password and sets a new one after typing the code from the mail.",
  device: "desk",
  prepare: async (world) => {
    await openOffice(world);
    return { opens: "/forgot-password" };
  },
  walk: async (page, hands) => {
    await typeMailedCode(page, hands, nora.email);
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  },
};
