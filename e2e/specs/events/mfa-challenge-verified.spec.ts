import { expectEvents } from "../../fixtures/auth-events.ts";
import { addAuthenticator } from "../../fixtures/authenticator.ts";
import { requestsHeading, signInWithCode } from "../../fixtures/sign-in.ts";
import { expectSpecifiedSession, sessionCookies } from "../../fixtures/session-cookies.ts";
import { expect, phone, test } from "../../fixtures/test.ts";

test("MFA_CHALLENGE_VERIFIED unlocks every tab and continues to the requested page", async ({
  openBrowser,
  mailbox,
  seedRequester,
}) => {
  const { page: first, email } = await seedRequester();
  await first.goto("/settings/security");
  const app = await addAuthenticator(first, "Phone");

  const context = await openBrowser(phone);
  const page = await context.newPage();
  await page.goto("/requests?q=tax");
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/requests");
  await expect(other.getByRole("heading", { name: "Enter your code" })).toBeVisible();

  await page.getByLabel("Code, 6 digits").fill(app.code());
  await expect(requestsHeading(page)).toBeVisible();
  await expect(page).toHaveURL("/requests?q=tax");
  await expect(requestsHeading(other)).toBeVisible();
  for (const tab of [page, other]) await expectEvents(tab, ["MFA_CHALLENGE_VERIFIED"]);
  expectSpecifiedSession(await sessionCookies(context));
});
