import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { atSignIn } from "../world/doors.ts";
import { nora, password } from "../world/people.ts";
import { askAnna } from "../world/scenes.ts";

export const signInWithPassword: Flow = {
  name: "sign-in-with-password",
  says: "Nora signs in with her password.",
  device: "desk",
  prepare: async (world) => {
    const scene = await askAnna(world);
    await scene.nora.setPassword(password);
    return atSignIn;
  },
  walk: async (page) => {
    await page.getByLabel("Your email").fill(nora.email);
    await page.getByRole("button", { name: "Use a password instead" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
