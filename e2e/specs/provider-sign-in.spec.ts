import {
  signInWithCode,
  signInWithPassword,
  signInWithProvider,
  signOutOnWelcomePage,
  signUpInBrowser,
} from "../fixtures/sign-in.ts";
import {
  callbackResponse,
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const password = "four quiet words here";

test("declining at the provider shows an error page; accepting signs in and the page remembers the provider", async ({
  openBrowser,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with Local account" }).click();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page).toHaveURL(/\/link-problem\?code=access_denied&type=provider/);
  await expect(page.getByRole("heading", { name: "Sign-in didn’t work" })).toBeVisible();

  await page.getByRole("link", { name: "Start again" }).click();
  await signInWithProvider(page, newAddress("lea"));
  await expect(page.getByLabel("Your name")).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await signOutOnWelcomePage(page);
  await expect(page.getByText("Last time you signed in here with Local account.")).toBeVisible();
});

test("a provider that verifies an account's email address signs in to that account and is listed there", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("nora");
  await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email,
    name: "Nora Okafor",
    workspace: "Okafor",
  });

  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  const callback = callbackResponse(page);
  await signInWithProvider(page, email);
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(page.getByRole("list", { name: "Your address" })).toContainText(email);
  const card = page.getByRole("region", { name: "Linked accounts" });
  await expect(card.getByRole("button", { name: "Remove Local account" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("Okafor", { exact: true })).toBeVisible();
});

test("an account created through a provider gets a password through the reset form", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("lea");
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  await signInWithProvider(page, email);
  await expect(page.getByLabel("Your name")).toBeVisible();
  await signOutOnWelcomePage(page);

  await page.goto("/forgot-password");
  await signInWithCode(page, mailbox, email);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await signOutOnWelcomePage(page);
  await signInWithPassword(page, email, password);
  await expect(page.getByLabel("Your name")).toBeVisible();
});
