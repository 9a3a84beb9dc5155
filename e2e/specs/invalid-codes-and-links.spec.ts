import { submitAddress } from "../fixtures/sign-in.ts";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test.use({ expectedBrowserErrors: /status of 40[0-9]/ });

test("a link opened on another device names the account there, and here the code says that it was used", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("mats");
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const message = await submitAddress(page, mailbox, email);

  const otherDevice = await (await openBrowser(phone)).newPage();
  await otherDevice.goto(confirmLinkIn(message));
  await otherDevice.getByRole("button", { name: "Confirm email" }).click();
  await expect(otherDevice.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
  await expect(otherDevice.getByText(email, { exact: true })).toBeVisible();

  await page.getByLabel("Code, 8 digits").fill(codeIn(message));
  await expect(
    page.getByText("If you confirmed the link on another device, the code has been used"),
  ).toBeVisible();

  await otherDevice.getByRole("button", { name: "Not me, sign out" }).click();
  await otherDevice.goto("/requests");
  await expect(otherDevice).toHaveURL(/\/sign-in/);
});
