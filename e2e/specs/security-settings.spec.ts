import type { Page } from "@playwright/test";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectNoViolations } from "../fixtures/axe.ts";
import { expectEvents } from "../fixtures/auth-events.ts";
import { addPasskey, addPasskeyDevice } from "../fixtures/passkeys.ts";
import {
  callbackResponse,
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { expect, test } from "../fixtures/test.ts";

// The browser logs a rejected password as an error.
test.use({ expectedBrowserErrors: /status of 422/ });

test("an email address is changed with the codes from both emails, one after the other", async ({
  mailbox,
  newAddress,
  seedRequester,
}) => {
  const { context, page, email } = await seedRequester({ name: "Anna Lind" });
  const newEmail = newAddress("anna-new");
  await page.goto("/settings/security");
  const seen = await mailbox.idsFor(email);
  const card = page.getByRole("region", { name: "Email" });
  await card.getByRole("button", { name: "Change your email" }).click();
  await card.getByLabel("New email").fill(newEmail);
  await card.getByRole("button", { name: "Email both addresses" }).click();
  await expect(card.getByText("0 of 2 confirmed")).toBeVisible();
  await page.reload();
  await expect(card.getByText("0 of 2 confirmed")).toBeVisible();

  const toNew = await mailbox.nextEmail({ to: newEmail });
  await card.getByLabel(`Code sent to ${newEmail}`).fill(codeIn(toNew));
  await expect(card.getByText("1 of 2 confirmed")).toBeVisible();
  await page.reload();
  await expect(card.getByText(`${newEmail} has confirmed.`, { exact: true })).toBeVisible();
  await expectNoViolations(page);

  const toOld = await mailbox.nextEmail({ to: email, seen });
  await card.getByLabel(`Code sent to ${email}`).fill(codeIn(toOld));
  await expect(
    card.getByText(`Your email has been changed. Sign in with ${newEmail} from now on.`),
  ).toBeVisible();
  await expect(card.getByRole("list", { name: "Your address" })).toContainText(newEmail);
  expectSpecifiedSession(await sessionCookies(context));
});

test("an email address is changed with the links in both emails", async ({
  mailbox,
  newAddress,
  seedRequester,
}) => {
  const { context, page, email } = await seedRequester({ name: "Mats Lind" });
  const newEmail = newAddress("mats-new");
  await page.goto("/settings/security");
  const seen = await mailbox.idsFor(email);
  const card = page.getByRole("region", { name: "Email" });
  await card.getByRole("button", { name: "Change your email" }).click();
  await card.getByLabel("New email").fill(newEmail);
  await card.getByRole("button", { name: "Email both addresses" }).click();
  await expect(card.getByText("0 of 2 confirmed")).toBeVisible();

  await page.goto(confirmLinkIn(await mailbox.nextEmail({ to: email, seen })));
  await page.getByRole("button").click();
  await expect(page.getByText("One of your two addresses is confirmed.", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Go to security" }).click();
  await expect(card.getByText("1 of 2 confirmed")).toBeVisible();

  await page.goto(confirmLinkIn(await mailbox.nextEmail({ to: newEmail })));
  const callback = callbackResponse(page);
  await page.getByRole("button").click();
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(card.getByRole("list", { name: "Your address" })).toContainText(newEmail);
  await expect(card.getByText("of 2 confirmed")).toBeHidden();
  await expectEvents(page, ["USER_UPDATED"]);
  expectSpecifiedSession(await sessionCookies(context));
});

test("a password is set, and setting the same password again is rejected", async ({ seedRequester }) => {
  const { page } = await seedRequester();
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Password" });
  const set = async () => {
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password", { exact: true }).fill("four words in a row");
    await card.getByRole("button", { name: "Set password" }).click();
  };
  await set();
  await expect(
    card.getByText("Your password has been set. Your other devices have been signed out."),
  ).toBeVisible();
  await expectEvents(page, ["USER_UPDATED"]);
  await set();
  await expect(card.getByText("That’s your current password.", { exact: false })).toBeVisible();
});

test("a passkey is added, renamed and removed", async ({ seedRequester }) => {
  const { context, page } = await seedRequester();
  await addPasskeyDevice(context, page);
  await addPasskey(page);
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByLabel("Name", { exact: true }).fill("Laptop");
  await card.getByRole("button", { name: "Save name" }).click();
  await expect(card.getByText("The passkey is now called Laptop.")).toBeVisible();
  await expectNoViolations(page);

  await card.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("You have no passkeys yet.")).toBeVisible();
});

test("a provider account with the same address is linked, listed and removed", async ({ seedRequester }) => {
  const { page, email } = await seedRequester({ name: "Anna Lind" });
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Linked accounts" });
  const callback = callbackResponse(page);
  await linkLocalAccount(page, email);
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(card.getByRole("button", { name: "Remove Local account" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/settings/security");
  await expect(page.getByRole("list", { name: "Your address" })).toContainText(email);

  await card.getByRole("button", { name: "Remove Local account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Local account has been removed", { exact: false })).toBeVisible();
  await expect(card.getByRole("button", { name: "Link Local account" })).toBeVisible();
});

test("a provider account with another address is not linked, and the page says why", async ({
  newAddress,
  seedRequester,
}) => {
  const { page } = await seedRequester({ name: "Anna Lind" });
  await page.goto("/settings/security");
  await linkLocalAccount(page, newAddress("elsewhere"));
  await expect(page.getByRole("heading", { name: "The account wasn’t linked" })).toBeVisible();
  await expect(page.getByText("That account has a different email address.", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Go to security" }).click();
  const card = page.getByRole("region", { name: "Linked accounts" });
  await expect(card.getByRole("button", { name: "Link Local account" })).toBeVisible();
});

async function linkLocalAccount(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Link Local account" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Name" }).fill("Anna Lind");
  await page.getByRole("button", { name: "Continue" }).click();
}
