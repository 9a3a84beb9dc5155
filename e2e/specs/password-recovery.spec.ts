import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import {
  signInWithCode,
  signInWithPassword,
  signOutOnWelcomePage,
  submitAddress,
} from "../fixtures/sign-in.ts";
import { expectSpecifiedSession, sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const password = "four quiet words here";

test("a forgotten password is reset with the code from the email, and the page remembers the sign-in with it", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const address = newAddress("nora");
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-up");
  await signInWithCode(page, mailbox, address);
  await signOutOnWelcomePage(page);

  await page.goto("/forgot-password");
  await signInWithCode(page, mailbox, address);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await page.getByRole("button", { name: "Continue" }).click();
  await signOutOnWelcomePage(page);

  await signInWithPassword(page, address, password);
  await expect(page.getByLabel("Your name")).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await signOutOnWelcomePage(page);
  await expect(page.getByText("Last time you signed in here with your password.")).toBeVisible();
});

for (const where of ["the same browser", "another browser"]) {
  test(`a forgotten password is reset with the link in the email, opened in ${where}`, async ({
    openBrowser,
    mailbox,
    newAddress,
  }) => {
    const address = newAddress("mats");
    const page = await (await openBrowser(desk)).newPage();
    await page.goto("/sign-up");
    await signInWithCode(page, mailbox, address);
    await signOutOnWelcomePage(page);
    await page.goto("/forgot-password");
    const link = confirmLinkIn(await submitAddress(page, mailbox, address));

    const recoveryPage = where === "the same browser" ? page : await (await openBrowser(desk)).newPage();
    await recoveryPage.goto(link);
    await recoveryPage.getByRole("button").click();
    const continueButton = recoveryPage.getByRole("button", { name: "Continue" });
    const field = recoveryPage.getByLabel("New password");
    await expect(continueButton.or(field)).toBeVisible();
    if (await continueButton.isVisible()) await continueButton.click();
    await field.fill(password);
    await recoveryPage.getByRole("button", { name: "Set password" }).click();
    await expect(recoveryPage.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  });
}
