import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { typeMailedCode } from "../hands/mailed.ts";
import { atSignIn } from "../world/doors.ts";
import { nora } from "../world/people.ts";
import { askAnna } from "../world/scenes.ts";

export const signInByCode: Flow = {
  name: "sign-in-by-code",
  says: "Nora signs in with the code from the mail and sees her requests.",
  device: "desk",
  prepare: async (world) => {
    await askAnna(world);
    return atSignIn;
  },
  walk: async (page, hands) => {
    await typeMailedCode(page, hands, nora.email);
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
