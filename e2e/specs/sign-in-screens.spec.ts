import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { addAuthenticator } from "../fixtures/authenticator.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { signInWithCode, submitAddress } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const password = "four quiet words here";

test("every step of a password reset in another browser fits a phone and a desk and passes axe", async ({
  openBrowser,
  mailbox,
  newAddress,
}, info) => {
  const email = newAddress("mats");
  const setUpPage = await (await openBrowser(desk)).newPage();
  await setUpPage.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  await signInWithCode(setUpPage, mailbox, email);
  const app = await addAuthenticator(setUpPage, "Phone");
  const formPage = await (await openBrowser(desk)).newPage();
  await formPage.goto("/forgot-password");
  const link = confirmLinkIn(await submitAddress(formPage, mailbox, email));

  const page = await (await openBrowser(phone)).newPage();
  await page.goto(link);
  await page.getByRole("button").click();
  await expect(page.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
  await inspectWidths(page, "signed-in-as", info);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Code, 6 digits")).toBeVisible();
  await inspectWidths(page, "mfa", info);
  await page.getByLabel("Code, 6 digits").fill(app.code());
  await expect(page.getByLabel("New password")).toBeVisible();
  await inspectWidths(page, "reset-password", info);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  await inspectWidths(page, "reset-done", info);
});
