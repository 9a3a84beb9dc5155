import type { Page } from "@playwright/test";
import { expectSignedOut, requestsHeading, signInWithCode } from "../fixtures/sign-in.ts";
import { expect, phone, test } from "../fixtures/test.ts";
import { iphone } from "../fixtures/user-agents.ts";

// The browser logs rejected requests as errors, and every request of a signed-out device is rejected.
test.use({ expectedBrowserErrors: /status of 40[0134] / });

const devicesOn = (page: Page) => page.getByRole("region", { name: "Signed-in devices" });
const signOutButton = (page: Page, name: string) =>
  devicesOn(page).getByRole("button", { name: `Sign out ${name}` });

/** Fetches rows from the page with the given access token. */
async function fetchRows(page: Page, token: string, path: string): Promise<unknown> {
  return page.evaluate(
    async ({ token, path }) => {
      const meta = (name: string) =>
        document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
      const response = await fetch(`${meta("sheaf:platform-url")}${path}`, {
        headers: { apikey: meta("sheaf:publishable-key"), authorization: `Bearer ${token}` },
      });
      return response.json();
    },
    { token, path },
  );
}

/** Reloads the page and returns the access token of its next read. */
async function accessTokenOf(page: Page): Promise<string> {
  const read = page.waitForRequest((request) => request.url().includes("/rest/v1/"));
  await page.reload();
  return (await (await read).headerValue("authorization"))?.replace("Bearer ", "") ?? "";
}

test("signing out another device blocks its reads at once and tells its owner on return, and so does signing out all others", async ({
  openBrowser,
  seedRequester,
  signInByApi,
  mailbox,
}) => {
  const { page: deskPage, email } = await seedRequester();
  const phonePage = await (await openBrowser({ ...phone, userAgent: iphone })).newPage();
  await phonePage.goto("/sign-in?next=/requests");
  await signInWithCode(phonePage, mailbox, email);
  await expect(requestsHeading(phonePage)).toBeVisible();
  const token = await accessTokenOf(phonePage);
  await expect(requestsHeading(phonePage)).toBeVisible();
  const ofWorkspaces = "/rest/v1/workspaces?select=name";
  expect(await fetchRows(phonePage, token, ofWorkspaces)).toEqual([{ name: "Okafor & Lind" }]);

  await signInByApi({ name: "Nora Okafor", email });
  await deskPage.goto("/settings/security");
  const rows = devicesOn(deskPage).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "This device" })).toHaveText(/^Chrome on Linux/);
  await expect(rows.filter({ hasText: "This device" }).getByRole("button")).toHaveCount(0);
  await signOutButton(deskPage, "Safari on iPhone").click();
  const dialog = deskPage.getByRole("dialog", { name: "Sign out Safari on iPhone?" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(deskPage.getByText("Safari on iPhone has been signed out.")).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await deskPage.evaluate(() => document.activeElement === document.body)).toBe(false);

  expect(await fetchRows(phonePage, token, ofWorkspaces)).toEqual([]);
  expect(await fetchRows(phonePage, token, "/rest/v1/profiles?select=display_name")).toEqual([]);
  await expectSignedOut(phonePage);
  expect(new URL(phonePage.url()).pathname).toBe("/sign-in");
  expect(new URL(phonePage.url()).searchParams.get("next")).toBe("/requests");

  await signInWithCode(phonePage, mailbox, email);
  await expect(requestsHeading(phonePage)).toBeVisible();
  await deskPage.reload();
  await expect(rows).toHaveCount(3);
  await devicesOn(deskPage).getByRole("button", { name: "Sign out all other devices" }).click();
  await deskPage.getByRole("dialog").getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(deskPage.getByText("2 other devices have been signed out.")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(devicesOn(deskPage).getByText("You’re only signed in on this device.")).toBeVisible();
  await expectSignedOut(phonePage);
  await deskPage.reload();
  await expect(devicesOn(deskPage).getByText("This device", { exact: true })).toBeVisible();
});
