import { expectEvents, heardEvents } from "../../fixtures/auth-events.ts";
import { test } from "../../fixtures/behind-line.ts";
import { askForMail, requestsHeading } from "../../fixtures/people.ts";
import { sessionCookies } from "../../fixtures/session-cookies.ts";
import { expireSession } from "../../fixtures/stored-session.ts";
import { desk, expect } from "../../fixtures/test.ts";

// The browser notes the line that is cut here.
test.use({ expectedTrouble: /net::ERR_/ });

test("INITIAL_SESSION with nobody leaves the person at the door", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/requests");
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
  // The client comes with the first question to the service.
  await askForMail(page, mailbox, newAddress("nora"));
  await expectEvents(page, ["INITIAL_SESSION"]);
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
});

test("INITIAL_SESSION with a session opens the page that was asked for", async ({ signUp }) => {
  const { page } = await signUp();
  await page.goto("/requests?q=tax");
  await expect(requestsHeading(page)).toBeVisible();
  await expectEvents(page, ["INITIAL_SESSION"]);
  await expect(page).toHaveURL("/requests?q=tax");
});

test("INITIAL_SESSION without an answer from the service is no sign-out, is said within seconds and mends itself", async ({
  signUp,
  behind: { line, siteUrl },
}) => {
  const { context, page: first } = await signUp({ device: { ...desk, baseURL: siteUrl } });
  await first.close();
  await expireSession(context);
  line.cut();

  const page = await context.newPage();
  await page.goto("/requests");
  await expect(page.getByText("You stay signed in, and we keep trying.")).toBeVisible({ timeout: 6000 });
  // The client's own word for it, which must not be taken for a sign-out.
  await expect.poll(() => heardEvents(page), { timeout: 60_000 }).toContain("INITIAL_SESSION");
  await expect(page.getByText("You stay signed in, and we keep trying.")).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);

  line.mend();
  await expect(requestsHeading(page)).toBeVisible({ timeout: 10_000 });
  await expect(page).toHaveURL("/requests");
});
