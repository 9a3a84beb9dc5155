import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { asksForPasskey } from "../seed/auth-pages.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { nora } from "../seed/people.ts";

export const signedOutEverywhere: Flow = {
  name: "signed-out-everywhere",
  description: "Nora is signed in on two devices and signs out everywhere from one of them.",
  device: "desk",
  prepare: async (seed) => {
    const workspace = await createRequesterWorkspace(seed);
    await seed.signIn(nora, "phone");
    return { startPath: "/settings/security", as: workspace.nora, awaitsLast: asksForPasskey };
  },
  run: async (page) => {
    await expect(page.getByText("This device", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByText("You’re signed out on all your devices.", { exact: true })).toBeVisible();
  },
};
