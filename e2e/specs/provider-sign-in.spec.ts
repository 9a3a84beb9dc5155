import { signInWithProvider, signOut } from "../fixtures/sign-in.ts";
import {
  callbackResponse,
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("declining at the provider shows an error page; accepting signs in to the account with its address, and the page remembers the provider", async ({
  openBrowser,
  seedRequester,
}) => {
  const { email } = await seedRequester();
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  await page.getByRole("button", { name: "Continue with Local account" }).click();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page).toHaveURL(/\/link-problem\?code=access_denied&type=provider/);
  await expect(page.getByRole("heading", { name: "Sign-in didn’t work" })).toBeVisible();

  await page.getByRole("link", { name: "Start again" }).click();
  const callback = callbackResponse(page);
  await signInWithProvider(page, email);
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(page.getByRole("list", { name: "Your address" })).toContainText(email);
  const card = page.getByRole("region", { name: "Linked accounts" });
  await expect(card.getByRole("button", { name: "Remove Local account" })).toBeVisible();
  await expect(page.getByText("Okafor & Lind", { exact: true }).first()).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await signOut(page);
  await expect(page.getByText("Last time you signed in here with Local account.")).toBeVisible();
});
