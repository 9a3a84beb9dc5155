import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { atSignIn } from "../seed/auth-pages.ts";
import { nora, password } from "../seed/people.ts";
import { sendToAnna } from "../seed/scenes.ts";

export const signInWithPassword: Flow = {
  name: "sign-in-with-password",
  description: "Nora signs in with her password.",
  device: "desk",
  prepare: async (seed) => {
    const scene = await sendToAnna(seed);
    await scene.nora.setPassword(password);
    return atSignIn;
  },
  run: async (page) => {
    await page.getByLabel("Your email").fill(nora.email);
    await page.getByRole("button", { name: "Use a password instead" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  },
};
