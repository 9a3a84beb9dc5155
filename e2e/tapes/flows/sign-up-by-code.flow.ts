import { requestsHeading, welcomeHeading } from "../../fixtures/sign-in.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { enterEmailedCode } from "../user-inputs/email-steps.ts";
import { atSignUp } from "../seed/auth-pages.ts";
import { ines } from "../seed/people.ts";

export const signUpByCode: Flow = {
  name: "sign-up-by-code",
  description:
    "A new user signs up with the emailed code, enters the names “Ines Roy” and “Roy & Co”, and sees an empty list of requests.",
  device: "desk",
  prepare: async () => atSignUp,
  run: async (page, inputs) => {
    await enterEmailedCode(page, inputs, ines.email);
    await expect(welcomeHeading(page)).toBeVisible();
    await page.getByLabel("Your name").fill(ines.name);
    await page.getByLabel("Workspace name").fill("Roy & Co");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(requestsHeading(page)).toBeVisible();
    await expect(page.getByText("No open requests")).toBeVisible();
    await expect(page.getByText("Sign in faster next time")).toBeVisible();
  },
};
