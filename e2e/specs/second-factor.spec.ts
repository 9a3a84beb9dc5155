import { AxeBuilder } from "@axe-core/playwright";
import { codeIn } from "@sheaf/platform/mailpit-client";
import { expectEvents } from "../fixtures/auth-events.ts";
import { addAuthenticator, readAuthenticator } from "../fixtures/authenticator.ts";
import { signInWithCode } from "../fixtures/people.ts";
import { expectSpecifiedSession, readableByScripts, sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

// The browser notes a refused code, and an ended session that asks for something, as errors.
test.use({ expectedTrouble: /status of (400|401|403|422)/ });

test("an authenticator app is set up, asked for at the next sign-in, and leads on to where the person was going", async ({
  openBrowser,
  mailbox,
  signUp,
}) => {
  const { context, page, email } = await signUp();
  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");
  await expect(page.getByRole("button", { name: "Remove Phone" })).toBeVisible();
  await expectEvents(page, ["MFA_CHALLENGE_VERIFIED"]);
  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);

  const second = await openBrowser(phone);
  const mobile = await second.newPage();
  await mobile.goto("/settings/security");
  await signInWithCode(mobile, mailbox, email);
  await expect(mobile.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  expect(new URL(mobile.url()).searchParams.get("next")).toBe("/settings/security");

  const field = mobile.getByLabel("Code, 6 digits");
  const wrong = app.code() === "000000" ? "111111" : "000000";
  await field.fill(wrong);
  await expect(mobile.getByText("That code is not the right one.", { exact: false })).toBeVisible();
  await field.fill(app.code());
  await expect(mobile.getByRole("heading", { name: "Settings" })).toBeVisible();
  expect(new URL(mobile.url()).pathname).toBe("/settings/security");
  await expectEvents(mobile, ["MFA_CHALLENGE_VERIFIED"]);
  expectSpecifiedSession(await sessionCookies(second));
});

test("setting up an app signs out the devices that have not shown it", async ({
  openBrowser,
  mailbox,
  signUp,
}) => {
  const { page, email } = await signUp();
  await page.goto("/settings/security");
  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/settings/security");
  await signInWithCode(other, mailbox, email);
  await expect(other.getByText("You have not set one up.")).toBeVisible();

  await addAuthenticator(page, "Phone");
  await other.reload();
  await expect(other.getByText("You have not set one up.")).toBeHidden();
});

test("of two apps either opens the account, and removing both takes the question away", async ({
  openBrowser,
  mailbox,
  signUp,
}) => {
  const { page, email } = await signUp();
  await page.goto("/settings/security");
  await addAuthenticator(page, "Phone");
  const tablet = await addAuthenticator(page, "Tablet");

  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/settings/security");
  await signInWithCode(other, mailbox, email);
  await other.getByLabel("Which one do you have at hand?").selectOption("Tablet");
  await other.getByLabel("Code, 6 digits").fill(tablet.code());

  const card = other.getByRole("region", { name: "Second factor" });
  await card.getByRole("button", { name: "Remove Phone" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByRole("button", { name: "Remove Phone" })).toBeHidden();
  await card.getByRole("button", { name: "Remove Tablet" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("You have not set one up.")).toBeVisible();

  const third = await (await openBrowser(desk)).newPage();
  await third.goto("/settings/security");
  await signInWithCode(third, mailbox, email);
  await expect(third.getByRole("heading", { name: "Settings" })).toBeVisible();
});

test("a forgotten password is replaced after the code of the app has been shown", async ({
  openBrowser,
  mailbox,
  signUp,
}) => {
  const { page, email } = await signUp();
  await page.goto("/settings/security");
  const app = await addAuthenticator(page, "Phone");

  const other = await (await openBrowser(phone)).newPage();
  const seen = await mailbox.idsFor(email);
  await other.goto("/forgot-password");
  await other.getByLabel("Your email").fill(email);
  await other.getByRole("button", { name: /^Send/ }).click();
  await other.getByLabel("Code, 8 digits").fill(codeIn(await mailbox.nextMail({ to: email, seen })));
  await expect(other.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await other.getByLabel("Code, 6 digits").fill(app.code());
  await expect(other.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await other.getByLabel("New password", { exact: true }).fill("four words in a row");
  await other.getByRole("button", { name: "Set password" }).click();
  await expect(other.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  await expectEvents(other, ["PASSWORD_RECOVERY", "MFA_CHALLENGE_VERIFIED", "USER_UPDATED"]);
});

test("the keyboard alone sets up an app, and axe finds nothing on the way", async ({
  openBrowser,
  mailbox,
  signUp,
}) => {
  const { page, email } = await signUp();
  await page.goto("/settings/security");
  const keys = page.keyboard;
  await page.getByRole("button", { name: "Set up an authenticator app" }).focus();
  await keys.press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await keys.type("Key ring");
  await keys.press("Enter");
  const app = await readAuthenticator(page, "Key ring");
  await expect(page.getByLabel("Then type the 6 digits that it shows")).toBeFocused();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await keys.type(app.code());
  await expect(page.getByText("Key ring is set up.", { exact: false })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const other = await (await openBrowser(phone)).newPage();
  await other.goto("/inbox");
  await signInWithCode(other, mailbox, email);
  await expect(other.getByLabel("Code, 6 digits")).toBeFocused();
  expect((await new AxeBuilder({ page: other }).analyze()).violations).toEqual([]);
  await other.keyboard.type(app.code());
  await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => new URL(other.url()).pathname).toBe("/inbox");
});
