import type { BrowserContext, Page } from "@playwright/test";
import { confirmLinkIn, type mailpitClient } from "@sheaf/platform/mailpit-client";
import { expectEvents } from "../../fixtures/auth-events.ts";
import { requestsHeading, signOut, submitAddress } from "../../fixtures/sign-in.ts";
import { sessionCookies } from "../../fixtures/session-cookies.ts";
import { desk, expect, test } from "../../fixtures/test.ts";

// The page may ask whether its session is still valid at the moment when it is signed out.
test.use({ expectedBrowserErrors: /status of 403 .*\/auth\/v1\/user/ });

/** Follows the emailed link to the new-password page in a separate tab. */
async function openResetLink(options: {
  context: BrowserContext;
  mailbox: ReturnType<typeof mailpitClient>;
  email: string;
}): Promise<Page> {
  const { context, mailbox, email } = options;
  const page = await context.newPage();
  await page.goto("/forgot-password");
  const message = await submitAddress(page, mailbox, email);
  await page.goto(confirmLinkIn(message));
  await page.getByRole("button", { name: "Continue" }).click();
  return page;
}

test("PASSWORD_RECOVERY after the sidecar's exchange holds only its own tab on the new-password page", async ({
  mailbox,
  seedRequester,
}) => {
  const { context, page: other, email } = await seedRequester();
  await signOut(other);

  const page = await openResetLink({ context, mailbox, email });
  const title = page.getByRole("heading", { name: "Choose a new password" });
  await expect(title).toBeVisible();
  await expectEvents(page, ["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
  await expectEvents(other, ["PASSWORD_RECOVERY"]);
  await expect(requestsHeading(other)).toBeVisible();

  for (const path of ["/requests?q=tax", "/", "/inbox"]) {
    await page.goto(path);
    await expect(title).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/reset-password");
  }
  await page.goto("/requests?q=tax");
  await page.getByLabel("New password", { exact: true }).fill("four quiet words here");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expectEvents(page, ["USER_UPDATED"]);
  await expect(page).toHaveURL("/requests?q=tax");
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Needed from you" })).toBeVisible();
});

test("cancelling PASSWORD_RECOVERY signs out", async ({ openBrowser, mailbox, seedRequester }) => {
  const { email } = await seedRequester();
  const context = await openBrowser(desk);
  const page = await openResetLink({ context, mailbox, email });
  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await expect(page.getByText("You’re signed out on this device.")).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
});
