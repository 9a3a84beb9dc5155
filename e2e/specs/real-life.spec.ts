import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { comeBack, expectEvents, heardEvents } from "../fixtures/auth-events.ts";
import { askForMail, requestsHeading, signInWithCode, signOut, welcomeHeading } from "../fixtures/people.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { expireSession, storedSession, storeSession } from "../fixtures/stored-session.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

// The browser notes what these tests bring about: no network, a refused token, a link that is spent.
test.use({ expectedTrouble: /status of (401|403|409)|net::ERR_/ });

test("a laptop that slept past the end of its session goes on where it was", async ({ signUp }) => {
  const { context, page } = await signUp();
  await page.goto("/requests/new");
  await page.getByLabel("What is it for?").fill("Half a title");
  await expireSession(context);
  await comeBack(page);
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  await expect(page.getByLabel("What is it for?")).toHaveValue("Half a title");
  await expect(page).toHaveURL("/requests/new");
});

for (const { minutes, word } of [
  { minutes: 10, word: "ahead" },
  { minutes: -10, word: "behind" },
]) {
  test(`a clock that is ten minutes ${word} is said once and keeps nobody out`, async ({
    openBrowser,
    signUp,
  }) => {
    const context = await openBrowser(desk);
    await context.clock.install({ time: Date.now() + minutes * 60_000 });
    let renewals = 0;
    context.on("request", (request) => {
      if (request.url().includes("grant_type=refresh_token")) renewals += 1;
    });
    const { page } = await signUp({ context });
    await expect(
      page.getByText(`The clock of this device is 10 minutes ${word}.`, { exact: false }),
    ).toHaveCount(1);
    await page.reload();
    await expect(requestsHeading(page)).toBeVisible();
    expect(renewals).toBe(0);
  });
}

test("a session near the limit of cookies is kept in parts and read again", async ({ signUp }) => {
  const { context, page } = await signUp();
  const session = await storedSession(context);
  if (!session) throw new Error("Nobody is signed in.");
  await storeSession(context, {
    ...session,
    user: { ...session.user, user_metadata: { name: "n".repeat(2000) } },
  });
  expect((await sessionCookies(context)).length).toBeGreaterThan(1);
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();

  await expireSession(context);
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  // The renewed session is small again, and no part of the former one is left beside it.
  expect((await sessionCookies(context)).map(({ name }) => name)).toEqual(["sheaf-auth"]);
});

test("a part that an older session left behind is no session and keeps nobody waiting", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  await context.addCookies([{ name: "sheaf-auth.1", value: "left", url: stack.siteUrl }]);
  const page = await context.newPage();
  await page.goto("/requests");
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
  await signInWithCode(page, mailbox, newAddress("nora"));
  await expect(welcomeHeading(page)).toBeVisible();
  expect((await sessionCookies(context)).map(({ name }) => name)).toEqual(["sheaf-auth"]);
});

test("a link that is opened a second time goes on, and the back button leads into no error", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await askForMail(page, mailbox, newAddress("nora")));
  const callback = page.waitForRequest((request) => new URL(request.url()).pathname === "/auth/callback");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  const returned = (await callback).url();
  await expect(welcomeHeading(page)).toBeVisible();

  await page.goto(returned);
  await expect(welcomeHeading(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "This link did not work" })).toHaveCount(0);

  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(
    page.getByRole("heading", { name: /This link did not work|Switch accounts\?|You are signed in/ }),
  ).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);
});

test("a link that is opened on the phone signs in there and names the account", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const email = newAddress("nora");
  const link = confirmLinkIn(await askForMail(page, mailbox, email));
  const context = await openBrowser(phone);
  const mobile = await context.newPage();
  await mobile.goto(link);
  await mobile.getByRole("button", { name: "Confirm email" }).click();
  await expect(mobile.getByRole("heading", { name: "You are signed in" })).toBeVisible();
  await expect(mobile.getByText(email).first()).toBeVisible();
  await mobile.getByRole("button", { name: "Continue" }).click();
  await expect(welcomeHeading(mobile)).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);
});

test("a return that belongs to another sign-in says so and leaves the own one alive", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const mail = await askForMail(page, mailbox, newAddress("nora"));
  await page.goto(`/auth/callback?code=${crypto.randomUUID()}&sb_flow_id=${"f".repeat(32)}`);
  await expect(page.getByRole("heading", { name: "This link did not work" })).toBeVisible();
  await page.goto(confirmLinkIn(mail));
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(welcomeHeading(page)).toBeVisible();
});

test("signing out works without a network", async ({ signUp }) => {
  const { context, page } = await signUp();
  await context.setOffline(true);
  await signOut(page);
  await expect.poll(() => sessionCookies(context)).toEqual([]);
  await expect.poll(() => heardEvents(page)).toContain("SIGNED_OUT");
  await context.setOffline(false);
  await page.goto("/requests");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a mail that does not arrive is asked for again once the wait is over", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  await context.clock.install();
  const page = await context.newPage();
  await page.goto("/sign-in");
  await askForMail(page, mailbox, newAddress("nora"));
  await expect(page.getByText(/^Send again in 0:\d\d$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  await context.clock.fastForward(61_000);
  await expect(page.getByRole("button", { name: "Send again" })).toBeEnabled();
});
