import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

test.use({
  // The page may be asking whether the session is valid at the moment when it ends.
  expectedBrowserErrors: /net::ERR_FAILED|dynamically imported module|403 .*\/auth\/v1\/user/,
});

const authClient = /\/assets\/platform-[^/]+\.js$/;

async function chooseSignOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of / }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
}

test("signing out while the auth client can't be loaded says so, and works after a reload, even before it has loaded", async ({
  seedRequester,
}) => {
  const { page } = await seedRequester();
  await page.route(authClient, (route) => route.abort());
  await page.reload();
  await chooseSignOut(page);
  await expect(page.getByText("We couldn’t sign you out.", { exact: false })).toBeVisible();

  await page.unroute(authClient);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(authClient, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Reload" }).click();
  await chooseSignOut(page);
  release();
  await expect(page.getByText("You’re signed out on this device.")).toBeVisible();
});
