import { unwrap } from "../../seed/unwrap.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { nora, password } from "../seed/people.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const passwordConfirmed: Flow = {
  name: "password-confirmed",
  description:
    "Nora signed in a while ago. She sets a password, and confirms with an emailed code that it's her.",
  device: "desk",
  prepare: async (seed) => {
    const workspace = await createRequesterWorkspace(seed);
    await seed.ageSignIns();
    unwrap(await workspace.nora.client.auth.refreshSession());
    return { startPath: "/settings/security", as: workspace.nora };
  },
  run: async (page, inputs) => {
    const card = page.getByRole("region", { name: "Password" });
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password", { exact: true }).fill(password);
    await card.getByRole("button", { name: "Set password" }).click();
    await expect(card.getByText("We sent a code to", { exact: false })).toBeVisible();
    await card.getByLabel("Code, 8 digits").fill(await inputs.code(nora.email));
    await expect(card.getByText("Your password has been set.", { exact: false })).toBeVisible();
  },
};
