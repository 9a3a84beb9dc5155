import { expectNoViolations } from "../fixtures/axe.ts";
import { expectEvents } from "../fixtures/auth-events.ts";
import { addAuthenticator, confirmWith, readAuthenticator } from "../fixtures/authenticator.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { expectSpecifiedSession, readableByScripts, sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

// The browser logs a rejected code, and the requests of an ended session, as errors.
test.use({ expectedBrowserErrors: /status of (400|401|403|422)/ });

test("an authenticator app is required at the next sign-in, which then continues to the requested page", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { context, page, email } = await seedRequester();
  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");
  await expect(page.getByRole("button", { name: "Remove Phone" })).toBeVisible();
  await expectEvents(page, ["MFA_CHALLENGE_VERIFIED"]);
  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);

  const second = await openBrowser(phone);
  const phonePage = await second.newPage();
  await phonePage.goto("/settings/security");
  await signInWithCode(phonePage, mailbox, email);
  await expect(phonePage.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  expect(new URL(phonePage.url()).searchParams.get("next")).toBe("/settings/security");

  const field = phonePage.getByLabel("Code, 6 digits");
  const wrong = app.code() === "000000" ? "111111" : "000000";
  await field.fill(wrong);
  await expect(phonePage.getByText("That code isn’t correct.", { exact: false })).toBeVisible();
  await field.fill(app.code());
  await expect(phonePage.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(new URL(phonePage.url()).pathname).toBe("/settings/security");
  await expectEvents(phonePage, ["MFA_CHALLENGE_VERIFIED"]);
  expectSpecifiedSession(await sessionCookies(second));
});

test("setting up an app signs out devices that haven't used it", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { page, email } = await seedRequester();
  await page.goto("/settings/security");
  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/settings/security");
  await signInWithCode(other, mailbox, email);
  await expect(other.getByText("Two-factor authentication is off.")).toBeVisible();

  await addAuthenticator(page, "Phone");
  await other.reload();
  await expect(other.getByText("Two-factor authentication is off.")).toBeHidden();
});

test("either of two apps signs in, and removing both turns the second factor off", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { page, email } = await seedRequester();
  await page.goto("/settings/security");
  const tablet = await addAuthenticator(page, "Tablet", await addAuthenticator(page, "Phone"));

  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/settings/security");
  await signInWithCode(other, mailbox, email);
  await other.getByLabel("Which app do you have with you?").selectOption("Tablet");
  await other.getByLabel("Code, 6 digits").fill(tablet.code());

  const card = other.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Remove Phone" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByRole("button", { name: "Remove Phone" })).toBeHidden();
  await card.getByRole("button", { name: "Remove Tablet" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await confirmWith(other, tablet);
  await expect(card.getByText("Two-factor authentication is off.")).toBeVisible();

  const third = await (await openBrowser(desk)).newPage();
  await third.goto("/settings/security");
  await signInWithCode(third, mailbox, email);
  await expect(third.getByRole("heading", { name: "Settings" })).toBeVisible();
});

test("a forgotten password can be reset after the authenticator code is entered", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { page, email } = await seedRequester();
  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");

  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/forgot-password");
  await signInWithCode(other, mailbox, email);
  await expect(other.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await other.getByLabel("Code, 6 digits").fill(app.code());
  await expect(other.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await other.getByLabel("New password", { exact: true }).fill("four words in a row");
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  await expectEvents(other, ["PASSWORD_RECOVERY", "MFA_CHALLENGE_VERIFIED", "USER_UPDATED"]);
});

test("an app can be set up by keyboard alone, and every step passes axe", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { page, email } = await seedRequester();
  await page.goto("/settings/security");
  const keys = page.keyboard;
  await page.getByRole("button", { name: "Set up an authenticator app" }).focus();
  await keys.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await keys.type("Key ring");
  await keys.press("Enter");
  const app = await readAuthenticator(page, "Key ring");
  await expect(page.getByLabel("Then enter the 6-digit code it shows")).toBeFocused();
  await expectNoViolations(page);
  await keys.type(app.code());
  await expect(page.getByText("Key ring is set up.", { exact: false })).toBeVisible();
  await expectNoViolations(page);

  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/inbox");
  await signInWithCode(other, mailbox, email);
  await expect(other.getByLabel("Code, 6 digits")).toBeFocused();
  await expectNoViolations(other);
  await other.keyboard.type(app.code());
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => new URL(other.url()).pathname).toBe("/inbox");
});
