import { requestsHeading } from "../../fixtures/sign-in.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";
import { anna } from "../seed/people.ts";

export const accountSwitched: Flow = {
  name: "account-switched",
  description:
    "Nora is signed in, opens a link that was emailed to Anna, and switches to Anna's account when prompted.",
  device: "desk",
  prepare: async (seed) => {
    const workspace = await createRequesterWorkspace(seed);
    await seed.askForLink(anna);
    return { startPath: "/requests", as: workspace.nora };
  },
  run: async (page, inputs) => {
    await expect(requestsHeading(page)).toBeVisible();
    await inputs.openEmailedLink(anna.email);
    await page.getByRole("button").click();
    await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
    await page.getByRole("button", { name: "Use the link" }).click();
    await expect(page.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
    await expect(page.getByText(anna.email, { exact: true })).toBeVisible();
  },
};
