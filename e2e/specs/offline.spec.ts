import { expect, test } from "../fixtures/test.ts";

test.use({
  expectedBrowserErrors: /ERR_INTERNET_DISCONNECTED|dynamically imported module|Unable to preload CSS/,
});

test("a page that failed to load shows an error and loads by itself once the network is back", async ({
  seedRequester,
}) => {
  const { context, page } = await seedRequester();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Needed from you" }).click();
  await expect(page.getByRole("heading", { name: "This page couldn’t be displayed." })).toBeVisible();

  // The first request after the network's return often fails.
  const failed: string[] = [];
  await page.route("**/inbox", async (route) => {
    if (failed.length > 0) return route.continue();
    failed.push(route.request().method());
    return route.abort("internetdisconnected");
  });
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Needed from you" })).toBeVisible();
  expect(failed).toEqual(["HEAD"]);
});
