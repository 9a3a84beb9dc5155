import { scaled } from "@sheaf/testing/scaled";
import { expectNoViolations } from "../fixtures/axe.ts";
import { addAuthenticator, confirmWith, readAuthenticator } from "../fixtures/authenticator.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The browser logs the requests of an ended session as errors.
test.use({ expectedBrowserErrors: /status of (400|401|403|422)/ });

test("an app is set up by keyboard, which signs out other devices; either of two signs in, and removing both turns it off", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  test.setTimeout(scaled(180_000));
  const { page, email } = await seedRequester();
  await page.goto("/settings/security");
  const before = await (await openBrowser(phone)).newPage();
  await before.goto("/settings/security");
  await signInWithCode(before, mailbox, email);
  await expect(before.getByText("Two-factor authentication is off.")).toBeVisible();

  const keys = page.keyboard;
  await page.getByRole("button", { name: "Set up an authenticator app" }).focus();
  await keys.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await keys.type("Phone");
  await keys.press("Enter");
  const first = await readAuthenticator(page, "Phone");
  await expect(page.getByLabel("Then enter the 6-digit code it shows")).toBeFocused();
  await expectNoViolations(page);
  await keys.type(first.code());
  await expect(page.getByText("Phone is set up.", { exact: false })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "I’ve saved these codes" }).click();
  await before.reload();
  await expect(before.getByText(/^Your session has ended/)).toBeVisible();
  const tablet = await addAuthenticator(page, "Tablet", first);

  await signInWithCode(before, mailbox, email);
  await expect(before.getByLabel("Code, 6 digits")).toBeFocused();
  await expectNoViolations(before);
  await before.getByLabel("Which app do you have with you?").selectOption("Tablet");
  await before.getByLabel("Code, 6 digits").fill(tablet.code());
  await expect.poll(() => new URL(before.url()).pathname).toBe("/settings/security");

  const card = before.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Remove Phone" }).click();
  await before.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByRole("button", { name: "Remove Phone" })).toBeHidden();
  await card.getByRole("button", { name: "Remove Tablet" }).click();
  await before.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await confirmWith(before, tablet);
  await expect(card.getByText("Two-factor authentication is off.")).toBeVisible();

  const later = await (await openBrowser(phone)).newPage();
  await later.goto("/settings/security");
  await signInWithCode(later, mailbox, email);
  await expect(later.getByRole("heading", { name: "Settings" })).toBeVisible();
});
