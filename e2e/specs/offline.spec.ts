import { newRequester } from "../fixtures/people.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test.use({ expectedTrouble: /ERR_INTERNET_DISCONNECTED|dynamically imported module|Unable to preload CSS/ });

test("a page that could not be downloaded says so, and comes by itself once the network is back", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await newRequester({
    context,
    mailbox,
    email: newAddress("nora"),
    name: "Nora Okafor",
    workspace: "Okafor & Lind",
  });
  await context.setOffline(true);
  await page.getByRole("link", { name: "Asked of me" }).click();
  await expect(page.getByRole("heading", { name: "This page could not be shown." })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Asked of me" })).toBeVisible();
});
