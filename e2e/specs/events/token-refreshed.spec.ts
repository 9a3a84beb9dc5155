import { expectEvents } from "../../fixtures/auth-events.ts";
import { requestsHeading } from "../../fixtures/people.ts";
import { expectSpecifiedSession, sessionCookies } from "../../fixtures/session-cookies.ts";
import { expireSession, storedSession } from "../../fixtures/stored-session.ts";
import { desk, expect, test } from "../../fixtures/test.ts";

// The browser notes the token that is refused here.
test.use({ expectedTrouble: /status of 401/ });

test("TOKEN_REFRESHED writes the cookie anew and has the sidecar keep it at most once a day", async ({
  openBrowser,
  signUp,
}) => {
  const context = await openBrowser(desk);
  let persisted = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/auth/persist") persisted += 1;
  });
  const { page } = await signUp({ context });
  await expect.poll(() => persisted).toBe(1);
  const before = await expireSession(context);
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);

  const after = await storedSession(context);
  expect(after?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3000);
  expect(after?.refresh_token).not.toBe(before.refresh_token);
  expectSpecifiedSession(await sessionCookies(context));
  expect(persisted).toBe(1);
});

test("TOKEN_REFRESHED repeats what the service refused for an old token", async ({ signUp }) => {
  const { context, page } = await signUp();
  const old = (await storedSession(context))?.access_token ?? "";
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
  expect((await storedSession(context))?.access_token).not.toBe(old);
});
