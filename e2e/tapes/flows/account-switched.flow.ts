import { requestsHeading } from "../../fixtures/people.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { openOffice } from "../world/office.ts";
import { anna } from "../world/people.ts";

export const accountSwitched: Flow = {
  name: "account-switched",
  says: "Nora is signed in, opens a link that was mailed to Anna, and changes to Anna's account when she is asked.",
  device: "desk",
  prepare: async (world) => {
    const office = await openOffice(world);
    await world.askForLink(anna);
    return { opens: "/requests", as: office.nora };
  },
  walk: async (page, hands) => {
    await expect(requestsHeading(page)).toBeVisible();
    await hands.openMailedLink(anna.email);
    await page.getByRole("button").click();
    await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
    await page.getByRole("button", { name: "Use the link" }).click();
    await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
    await expect(page.getByText(anna.email, { exact: true })).toBeVisible();
  },
};
