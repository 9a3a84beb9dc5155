import { expectNoViolations } from "../fixtures/axe.ts";
import { readAuthenticator } from "../fixtures/authenticator.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The browser logs a rejected code, and the requests of an ended session, as errors.
test.use({ expectedBrowserErrors: /status of (400|401|403|422)/ });

test("a backup code replaces a lost authenticator: other devices are signed out and a new app is set up first", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { page, email } = await seedRequester();
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Set up an authenticator app" }).click();
  await card.getByRole("button", { name: "Continue" }).click();
  const lost = await readAuthenticator(page, "Authenticator app");
  await card.getByLabel("Then enter the 6-digit code it shows").fill(lost.code());

  await expect(card.getByRole("heading", { name: "Save your backup codes" })).toBeFocused();
  const list = card.getByRole("list", { name: "Backup codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const [first = ""] = await list.getByRole("listitem").allInnerTexts();
  const download = page.waitForEvent("download");
  await card.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("sheaf-backup-codes.txt");
  await expectNoViolations(page);
  await card.getByRole("button", { name: "I’ve saved these codes" }).click();
  const codesCard = page.getByRole("region", { name: "Backup codes" });
  await expect(codesCard.getByText("You have 10 unused codes.", { exact: false })).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);

  const phonePage = await (await openBrowser(phone)).newPage();
  await phonePage.goto("/settings/security");
  await signInWithCode(phonePage, mailbox, email);
  await phonePage.getByRole("button", { name: "Use a backup code" }).click();
  const field = phonePage.getByLabel("Backup code");
  await field.fill("0000-0000-0000");
  await field.press("Enter");
  await expect(phonePage.getByText("That backup code isn’t right", { exact: false })).toBeVisible();
  await field.fill(first);
  await field.press("Enter");
  await expect(phonePage.getByRole("heading", { name: "Set up a new authenticator app" })).toBeVisible();
  await expectNoViolations(phonePage);

  await page.reload();
  await expect(page.getByText(/^Your session has ended/)).toBeVisible();
  // Opening another page does not bypass the setup.
  await phonePage.goto("/requests");
  await expect(phonePage.getByRole("heading", { name: "Set up a new authenticator app" })).toBeVisible();

  await phonePage.getByRole("button", { name: "Set up an authenticator app" }).click();
  const replacement = await readAuthenticator(phonePage, "Authenticator app");
  await phonePage.getByLabel("Then enter the 6-digit code it shows").fill(replacement.code());
  await expect(phonePage.getByRole("heading", { name: "Save your backup codes" })).toBeVisible();
  await phonePage.getByRole("button", { name: "I’ve saved these codes" }).click();
  await expect(phonePage.getByRole("heading", { name: "Requests", level: 1 })).toBeVisible();
});
