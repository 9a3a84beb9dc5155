import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openOffice } from "../world/office.ts";

export const secondFactorSetUp: Flow = {
  name: "second-factor-set-up",
  says: "Nora sets up an authenticator app and names it “Phone”.",
  device: "desk",
  prepare: async (world) => ({ opens: "/settings/security", as: (await openOffice(world)).nora }),
  walk: async (page, hands) => {
    const card = page.getByRole("region", { name: "Second factor" });
    await card.getByRole("button", { name: "Set up an authenticator app" }).click();
    await card.getByLabel("Name").fill("Phone");
    await card.getByRole("button", { name: "Continue" }).click();
    const field = card.getByLabel("Then type the 6 digits that it shows");
    await field.fill(await hands.authenticatorCode());
    await expect(card.getByText("Phone is set up.", { exact: false })).toBeVisible();
    await expect(card.getByRole("button", { name: "Remove Phone" })).toBeVisible();
  },
};
