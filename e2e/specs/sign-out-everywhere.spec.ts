import type { BrowserContext, Page } from "@playwright/test";
import { requestsHeading, signInWithCode } from "../fixtures/sign-in.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The browser logs the aborted request, and the rejected requests and the rejected refresh of an ended session, as errors.
test.use({ expectedBrowserErrors: /status of 40[0134] |net::ERR_/ });

test.describe("signing out everywhere", () => {
  let deskPage: Page;
  let deskContext: BrowserContext;
  let phonePage: Page;
  let phoneContext: BrowserContext;

  test.beforeEach(async ({ openBrowser, mailbox, seedRequester }) => {
    const requester = await seedRequester();
    ({ page: deskPage, context: deskContext } = requester);
    phoneContext = await openBrowser(phone);
    phonePage = await phoneContext.newPage();
    await phonePage.goto("/sign-in?next=/requests");
    await signInWithCode(phonePage, mailbox, requester.email);
    await expect(requestsHeading(phonePage)).toBeVisible();
    await deskPage.goto("/settings/security");
  });

  async function signOutEverywhere(): Promise<void> {
    await deskPage.getByRole("button", { name: "Sign out everywhere" }).click();
    await deskPage.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  }

  test("signs out the other device too, which shows a notice when it is reopened", async () => {
    await signOutEverywhere();
    await expect(deskPage.getByText("You’re signed out on this device.", { exact: true })).toBeVisible();
    expect(await sessionCookies(deskContext)).toEqual([]);
    await phonePage.reload();
    await expect(phonePage.getByText("Your session has ended.", { exact: false })).toBeVisible();
    expect(await sessionCookies(phoneContext)).toEqual([]);
  });

  test("signs out only this device if the service is unreachable, and says so", async () => {
    await deskContext.route(/\/auth\/v1\/logout/, (route) => route.abort());
    await signOutEverywhere();
    await expect(
      deskPage.getByText("We couldn’t reach the service to sign out your other devices", { exact: false }),
    ).toBeVisible();
    await expect(deskPage).toHaveURL("/sign-in?reason=others-signed-in");
    expect(await sessionCookies(deskContext)).toEqual([]);
    await phonePage.reload();
    await expect(requestsHeading(phonePage)).toBeVisible();
    expect(await sessionCookies(phoneContext)).not.toEqual([]);
  });
});
