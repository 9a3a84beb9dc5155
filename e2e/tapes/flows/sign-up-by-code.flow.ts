import { requestsHeading, welcomeHeading } from "../../fixtures/people.ts";
import { expect } from "../expect.ts";
import type { Flow } from "../flow.ts";
import { typeMailedCode } from "../hands/mailed.ts";
import { atSignUp } from "../world/doors.ts";
import { ines } from "../world/people.ts";

export const signUpByCode: Flow = {
  name: "sign-up-by-code",
  says: "Somebody new signs up with the code from the mail, gives the names “Ines Roy” and “Roy & Co”, and is at an empty list of requests.",
  device: "desk",
  prepare: async () => atSignUp,
  walk: async (page, hands) => {
    await typeMailedCode(page, hands, ines.email);
    await expect(welcomeHeading(page)).toBeVisible();
    await page.getByLabel("Your name").fill(ines.name);
    await page.getByLabel("Name of your workspace").fill("Roy & Co");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(requestsHeading(page)).toBeVisible();
    await expect(page.getByText("Nothing is open")).toBeVisible();
    await expect(page.getByText("Sign in faster next time")).toBeVisible();
  },
};
