import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { asksForPasskey } from "../world/doors.ts";
import { openOffice } from "../world/office.ts";
import { nora } from "../world/people.ts";

export const signedOutEverywhere: Flow = {
  name: "signed-out-everywhere",
  says: "Nora is signed in on two devices and ends both sign-ins from one of them.",
  device: "desk",
  prepare: async (world) => {
    const office = await openOffice(world);
    await world.signIn(nora, "phone");
    return { opens: "/settings/security", as: office.nora, asksLast: asksForPasskey };
  },
  walk: async (page) => {
    await expect(page.getByText("This device", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await expect(page.getByText("You are signed out on this device.", { exact: true })).toBeVisible();
  },
};
