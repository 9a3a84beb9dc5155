import type { BrowserContext, Page } from "@playwright/test";
import { requestsHeading, signInWithCode } from "../fixtures/people.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// The browser notes the line that is cut here, and an ended session is refused everything.
test.use({ expectedTrouble: /status of 40[134] |net::ERR_/ });

test.describe("signing out everywhere", () => {
  let office: Page;
  let officeContext: BrowserContext;
  let mobile: Page;
  let mobileContext: BrowserContext;

  test.beforeEach(async ({ openBrowser, mailbox, signUp }) => {
    const requester = await signUp();
    ({ page: office, context: officeContext } = requester);
    mobileContext = await openBrowser(phone);
    mobile = await mobileContext.newPage();
    await mobile.goto("/sign-in?next=/requests");
    await signInWithCode(mobile, mailbox, requester.email);
    await expect(requestsHeading(mobile)).toBeVisible();
    await office.goto("/settings/security");
  });

  async function signOutEverywhere(): Promise<void> {
    await office.getByRole("button", { name: "Sign out everywhere" }).click();
    await office.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  }

  test("ends the other device too, which is told when it is opened again", async () => {
    await signOutEverywhere();
    await expect(office.getByText("You are signed out on this device.", { exact: true })).toBeVisible();
    expect(await sessionCookies(officeContext)).toEqual([]);
    await mobile.reload();
    await expect(mobile.getByText("Your sign-in has ended.", { exact: false })).toBeVisible();
    expect(await sessionCookies(mobileContext)).toEqual([]);
  });

  test("without the service signs this device out and says that the others are not", async () => {
    await officeContext.route(/\/auth\/v1\/logout/, (route) => route.abort());
    await signOutEverywhere();
    await expect(
      office.getByText("We could not reach the service to sign out the others", { exact: false }),
    ).toBeVisible();
    await expect(office).toHaveURL("/sign-in?reason=others-signed-in");
    expect(await sessionCookies(officeContext)).toEqual([]);
    await mobile.reload();
    await expect(requestsHeading(mobile)).toBeVisible();
    expect(await sessionCookies(mobileContext)).not.toEqual([]);
  });
});
