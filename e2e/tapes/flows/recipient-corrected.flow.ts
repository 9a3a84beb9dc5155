import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { pages } from "@sheaf/contract/pages";
import { ines, mats, sofia } from "../seed/people.ts";
import { taxReturn } from "../seed/drafts.ts";
import { createRequesterWorkspace } from "../seed/requester-workspace.ts";

export const recipientCorrected: Flow = {
  name: "recipient-corrected",
  description: "Nora corrects an address, adds Sofia, who had asked for it, and removes a recipient.",
  device: "desk",
  prepare: async (seed) => {
    const workspace = await createRequesterWorkspace(seed);
    const request = await workspace.send(taxReturn());
    await request.askToBeAdded(await seed.signIn(sofia));
    return { startPath: pages.request.href({ id: request.id }), as: workspace.nora };
  },
  run: async (page) => {
    const people = page.getByRole("region", { name: "People" });
    const choose = async (person: string, item: string) => {
      await people.getByRole("button", { name: `Options for ${person}` }).click();
      await page.getByRole("menuitem", { name: item }).click();
    };
    await people.getByRole("button", { name: `Add ${sofia.email}` }).click();
    await expect(people.getByRole("button", { name: `Options for ${sofia.email}` })).toBeVisible();
    await choose(mats.name, "Correct address");
    const correcting = page.getByRole("dialog", { name: "Correct recipient" });
    await correcting.getByLabel("Email address").fill(ines.email);
    await correcting.getByRole("button", { name: "Save" }).click();
    await expect(people.getByText(ines.email)).toBeVisible();
    await choose("Anna Lind", "Remove");
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await expect(people.getByRole("button", { name: "Options for Anna Lind" })).toBeHidden();
  },
};
