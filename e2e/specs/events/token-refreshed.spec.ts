import { expectEvents } from "../../fixtures/auth-events.ts";
import { requestsHeading, signUpInBrowser } from "../../fixtures/sign-in.ts";
import { expectSpecifiedSession, sessionCookies } from "../../fixtures/session-cookies.ts";
import { expireSession, readSession } from "../../fixtures/stored-session.ts";
import { desk, expect, test } from "../../fixtures/test.ts";

// The browser logs the rejected token as an error.
test.use({ expectedBrowserErrors: /status of 401/ });

test("TOKEN_REFRESHED rewrites the cookie, which the sidecar persists at most once a day", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  let persisted = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/auth/persist") persisted += 1;
  });
  const page = await signUpInBrowser({
    context,
    mailbox,
    email: newAddress("nora"),
  });
  await expect.poll(() => persisted).toBe(1);
  const before = await expireSession(context);
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);

  const after = await readSession(context);
  expect(after?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3000);
  expect(after?.refresh_token).not.toBe(before.refresh_token);
  expectSpecifiedSession(await sessionCookies(context));
  expect(persisted).toBe(1);
});

test("TOKEN_REFRESHED repeats requests that were rejected with the old token", async ({ seedRequester }) => {
  const { context, page } = await seedRequester();
  const old = (await readSession(context))?.access_token ?? "";
  await context.route("**/rest/v1/**", async (route) => {
    const request = route.request();
    if ((await request.headerValue("authorization")) !== `Bearer ${old}`) return route.continue();
    return route.fulfill({
      status: 401,
      headers: { "access-control-allow-origin": "*" },
      json: { code: "PGRST303", message: "JWT expired", details: null, hint: null },
    });
  });
  await page.reload();
  await expect(
    page
      .getByText("Ask for your first documents")
      .or(page.getByRole("link", { name: "New request" }))
      .first(),
  ).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  expect((await readSession(context))?.access_token).not.toBe(old);
});
