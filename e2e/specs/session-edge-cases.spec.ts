import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectEvents, heardEvents, returnToTab } from "../fixtures/auth-events.ts";
import {
  requestsHeading,
  signInWithCode,
  signOut,
  submitAddress,
  welcomeHeading,
  signUpInBrowser,
} from "../fixtures/sign-in.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { expireSession, readSession, storeSession } from "../fixtures/stored-session.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

// The browser logs what these tests provoke: a lost network, a rejected token, a used link.
test.use({ expectedBrowserErrors: /status of (401|403|409)|net::ERR_/ });

test("a laptop that slept past the expiry of its session continues where it was", async ({
  seedRequester,
}) => {
  const { context, page } = await seedRequester();
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Half a title");
  await expireSession(context);
  await returnToTab(page);
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Half a title");
  await expect(page).toHaveURL("/requests/new");
});

for (const { minutes, word } of [
  { minutes: 10, word: "ahead" },
  { minutes: -10, word: "behind" },
]) {
  test(`a clock that is ten minutes ${word} shows one notice and doesn't prevent sign-in`, async ({
    openBrowser,
    seedRequester,
  }) => {
    const context = await openBrowser(desk);
    await context.clock.install({ time: Date.now() + minutes * 60_000 });
    let refreshes = 0;
    context.on("request", (request) => {
      if (request.url().includes("grant_type=refresh_token")) refreshes += 1;
    });
    const { page } = await seedRequester({ context });
    await expect(page.getByText(`This device’s clock is 10 minutes ${word}.`, { exact: false })).toHaveCount(
      1,
    );
    await page.reload();
    await expect(requestsHeading(page)).toBeVisible();
    expect(refreshes).toBe(0);
  });
}

test("a session too large for one cookie is stored in parts and read again", async ({ seedRequester }) => {
  const { context, page } = await seedRequester();
  const session = await readSession(context);
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
  // The refreshed session is small again, and no parts of the old one remain.
  expect((await sessionCookies(context)).map(({ name }) => name)).toEqual(["sheaf-auth"]);
});

test("a leftover cookie part of an old session is ignored and doesn't delay signing in", async ({
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

test("opening a used link again and going back keep the session", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  const callback = page.waitForRequest((request) => new URL(request.url()).pathname === "/auth/callback");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  const callbackUrl = (await callback).url();
  await expect(welcomeHeading(page)).toBeVisible();

  await page.goto(callbackUrl);
  await expect(welcomeHeading(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "This link didn’t work" })).toHaveCount(0);

  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(
    page.getByRole("heading", { name: /This link didn’t work|Switch accounts\?|You’re signed in/ }),
  ).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);
});

test("a link opened on a phone signs in there and names the account", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const email = newAddress("nora");
  const link = confirmLinkIn(await submitAddress(page, mailbox, email));
  const context = await openBrowser(phone);
  const phonePage = await context.newPage();
  await phonePage.goto(link);
  await phonePage.getByRole("button", { name: "Confirm email" }).click();
  await expect(phonePage.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
  await expect(phonePage.getByText(email).first()).toBeVisible();
  await phonePage.getByRole("button", { name: "Continue" }).click();
  await expect(welcomeHeading(phonePage)).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);
});

test("a recipient's link opened on a phone leads to the inbox, which lists the request or says how to open it", async ({
  openBrowser,
  mailbox,
  newAddress,
  seedSentRequest,
}) => {
  const { link, recipientEmail } = await seedSentRequest({ items: ["Payslips"], only: "recipient" });
  for (const [email, words] of [
    [recipientEmail, /Tax return 2026/],
    [newAddress("mats"), /open its link once/],
  ] as const) {
    const page = await (await openBrowser(desk)).newPage();
    await page.goto(link);
    const emailed = confirmLinkIn(await submitAddress(page, mailbox, email));
    const phonePage = await (await openBrowser(phone)).newPage();
    await phonePage.goto(emailed);
    await phonePage.getByRole("button").click();
    await phonePage.getByRole("button", { name: "Continue" }).click();
    await expect(phonePage.getByRole("heading", { name: "Requested from you" })).toBeVisible();
    await expect(phonePage.getByText(words)).toBeVisible();
  }
});

test("another sign-in's callback shows an error, and the pending sign-in still works", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const message = await submitAddress(page, mailbox, newAddress("nora"));
  await page.goto(`/auth/callback?code=${crypto.randomUUID()}&sb_flow_id=${"f".repeat(32)}`);
  await expect(page.getByRole("heading", { name: "This link didn’t work" })).toBeVisible();
  await page.goto(confirmLinkIn(message));
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(welcomeHeading(page)).toBeVisible();
});

test("signing out works offline", async ({ openBrowser, mailbox, newAddress }) => {
  const context = await openBrowser(desk);
  // Through the screens, so that the sign-in page's code is in this browser.
  const page = await signUpInBrowser({ context, mailbox, email: newAddress("nora") });
  // The part of the page that loads last.
  await expect(page.getByText("No open requests")).toBeVisible();
  await context.setOffline(true);
  await signOut(page);
  await expect.poll(() => sessionCookies(context)).toEqual([]);
  await expect.poll(() => heardEvents(page)).toContain("SIGNED_OUT");
  await context.setOffline(false);
  await page.goto("/requests");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("an email that doesn't arrive can be requested again after the wait", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  await context.clock.install();
  const page = await context.newPage();
  await page.goto("/sign-in");
  await submitAddress(page, mailbox, newAddress("nora"));
  await expect(page.getByText(/^Send again in 0:\d\d$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  await context.clock.fastForward(61_000);
  await expect(page.getByRole("button", { name: "Send again" })).toBeEnabled();
});
