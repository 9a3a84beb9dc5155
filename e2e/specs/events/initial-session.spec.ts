import { scaled } from "@sheaf/testing/scaled";
import { expectEvents, heardEvents } from "../../fixtures/auth-events.ts";
import { test } from "../../fixtures/behind-unreliable-network.ts";
import { requestsHeading, submitAddress } from "../../fixtures/sign-in.ts";
import { sessionCookies } from "../../fixtures/session-cookies.ts";
import { expireSession } from "../../fixtures/stored-session.ts";
import { desk, expect } from "../../fixtures/test.ts";

// The browser logs requests that fail while the network is cut.
test.use({ expectedBrowserErrors: /net::ERR_/ });

test("INITIAL_SESSION without a session stays on the sign-in page", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/requests");
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
  // The auth client is loaded for the first request to the service.
  await submitAddress(page, mailbox, newAddress("nora"));
  await expectEvents(page, ["INITIAL_SESSION"]);
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
});

test("INITIAL_SESSION with a session opens the requested page", async ({ seedRequester }) => {
  const { page } = await seedRequester();
  await page.goto("/requests?q=tax");
  await expect(requestsHeading(page)).toBeVisible();
  await expectEvents(page, ["INITIAL_SESSION"]);
  await expect(page).toHaveURL("/requests?q=tax");
});

test("INITIAL_SESSION during an outage is not a sign-out: a notice appears within seconds and the page recovers", async ({
  seedRequester,
  unreliableSite: { network, siteUrl },
}) => {
  const { context, page: first } = await seedRequester({ device: { ...desk, baseURL: siteUrl } });
  await first.close();
  await expireSession(context);
  network.cut();

  const page = await context.newPage();
  await page.goto("/requests");
  await expect(page.getByText("You’re still signed in. We’ll keep trying.")).toBeVisible({
    timeout: scaled(6000),
  });
  // The client reports an outage as an empty session, which must not be treated as a sign-out.
  await expect.poll(() => heardEvents(page), { timeout: scaled(60_000) }).toContain("INITIAL_SESSION");
  await expect(page.getByText("You’re still signed in. We’ll keep trying.")).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);

  network.restore();
  await expect(requestsHeading(page)).toBeVisible({ timeout: scaled(10_000) });
  await expect(page).toHaveURL("/requests");
});
