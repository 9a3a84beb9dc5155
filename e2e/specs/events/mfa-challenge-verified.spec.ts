import { expectEvents } from "../../fixtures/auth-events.ts";
import { addAuthenticator } from "../../fixtures/authenticator.ts";
import { requestsHeading, signInWithCode } from "../../fixtures/people.ts";
import { expectSpecifiedSession, sessionCookies } from "../../fixtures/session-cookies.ts";
import { expect, phone, test } from "../../fixtures/test.ts";

test("MFA_CHALLENGE_VERIFIED opens what was hidden, in every tab, and goes on to where the person was going", async ({
  openBrowser,
  mailbox,
  signUp,
}) => {
  const { page: first, email } = await signUp();
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
