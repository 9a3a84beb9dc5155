import type { Page } from "@playwright/test";
import { codeIn } from "@sheaf/platform/mailpit-client";
import { scaled } from "@sheaf/testing/scaled";
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

test("the address, the password, passkeys and linked accounts are changed on one page", async ({
  mailbox,
  newAddress,
  seedRequester,
}) => {
  test.setTimeout(scaled(180_000));
  const { context, page, email } = await seedRequester({ name: "Anna Lind" });
  await page.goto("/settings/security");

  await test.step("a password is set", async () => {
    const card = page.getByRole("region", { name: "Password" });
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password", { exact: true }).fill("four words in a row");
    await card.getByRole("button", { name: "Set password" }).click();
    await expect(
      card.getByText("Your password has been set. Your other devices have been signed out."),
    ).toBeVisible();
    await expectEvents(page, ["USER_UPDATED"]);
  });

  await test.step("a passkey is added and renamed", async () => {
    await addPasskeyDevice(context, page);
    await addPasskey(page);
    const card = page.getByRole("region", { name: "Passkeys" });
    await card.getByLabel("Name", { exact: true }).fill("Laptop");
    await card.getByRole("button", { name: "Save name" }).click();
    await expect(card.getByText("The passkey is now called Laptop.")).toBeVisible();
    await expect(card.getByRole("button", { name: "Remove Laptop" })).toBeVisible();
  });

  await test.step("a provider account with another address is not linked, and the page says why", async () => {
    await linkLocalAccount(page, newAddress("elsewhere"));
    await expect(page.getByRole("heading", { name: "The account wasn’t linked" })).toBeVisible();
    await expect(
      page.getByText("That account has a different email address.", { exact: false }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Go to security" }).click();
    // Signs out at the provider, which would refuse another account.
    await context.clearCookies({ domain: "127.0.0.1" });
  });

  await test.step("one with the same address is linked, listed and removed", async () => {
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

  await test.step("the address is changed with the codes from both emails, also after a reload", async () => {
    const newEmail = newAddress("anna-new");
    const seen = await mailbox.idsFor(email);
    const card = page.getByRole("region", { name: "Email" });
    await card.getByRole("button", { name: "Change your email" }).click();
    await card.getByLabel("New email").fill(newEmail);
    await card.getByRole("button", { name: "Email both addresses" }).click();
    await expect(card.getByText("0 of 2 confirmed")).toBeVisible();
    const toNew = await mailbox.nextEmail({ to: newEmail });
    await card.getByLabel(`Code sent to ${newEmail}`).fill(codeIn(toNew));
    await expect(card.getByText("1 of 2 confirmed")).toBeVisible();
    await page.reload();
    await expect(card.getByText(`${newEmail} has confirmed.`, { exact: true })).toBeVisible();
    // With a passkey of an own name beside it.
    await expect(page.getByRole("button", { name: "Remove Laptop" })).toBeVisible();
    await expectNoViolations(page);

    const toOld = await mailbox.nextEmail({ to: email, seen });
    await card.getByLabel(`Code sent to ${email}`).fill(codeIn(toOld));
    await expect(
      card.getByText(`Your email has been changed. Sign in with ${newEmail} from now on.`),
    ).toBeVisible();
    await expect(card.getByRole("list", { name: "Your address" })).toContainText(newEmail);
    expectSpecifiedSession(await sessionCookies(context));
  });
});

async function linkLocalAccount(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Link Local account" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Name" }).fill("Anna Lind");
  await page.getByRole("button", { name: "Continue" }).click();
}
