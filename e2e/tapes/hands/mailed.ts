import type { Page } from "@playwright/test";
import { expect } from "../expect.ts";
import type { Hands } from "../flow.ts";

async function askForMail(page: Page, email: string): Promise<void> {
  await page.getByLabel("Your email").fill(email);
  await page.getByRole("button", { name: "Send me a code" }).click();
}

/** On a page that asks for an address: asks for the mail, and types the code that stands in it. */
export async function typeMailedCode(page: Page, hands: Hands, email: string): Promise<void> {
  await askForMail(page, email);
  await page.getByLabel("Code, 8 digits").fill(await hands.code(email));
}

/** The same, and opens the link that stands in the mail; its page waits for a press. */
export async function openMailedLink(page: Page, hands: Hands, email: string): Promise<void> {
  await askForMail(page, email);
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await hands.openMailedLink(email);
}
