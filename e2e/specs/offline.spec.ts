import { signUpInBrowser } from "../fixtures/sign-in.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test.use({
  expectedBrowserErrors: /ERR_INTERNET_DISCONNECTED|dynamically imported module|Unable to preload CSS/,
});

test("a page that failed to load shows an error and loads by itself once the network is back", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await signUpInBrowser({
    context,
    mailbox,
    email: newAddress("nora"),
  });
  await context.setOffline(true);
  await page.getByRole("link", { name: "Requested" }).click();
  await expect(page.getByRole("heading", { name: "This page couldn’t be displayed." })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Requested from you" })).toBeVisible();
});
