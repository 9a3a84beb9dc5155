import type { Page } from "@playwright/test";
import { expect } from "../expect.ts";
import type { TestUserInputs } from "../flow.ts";

/** Requests an email on a sign-in page. */
export async function requestEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
}

/** Requests an email on a sign-in page and enters its code. */
export async function enterEmailedCode(page: Page, inputs: TestUserInputs, email: string): Promise<void> {
  await requestEmail(page, email);
  await page.getByLabel("Code, 8 digits").fill(await inputs.code(email));
}

/** Requests an email on a sign-in page and opens its link, which leads to a confirmation page. */
export async function openEmailedLink(page: Page, inputs: TestUserInputs, email: string): Promise<void> {
  await requestEmail(page, email);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await inputs.openEmailedLink(email);
}
