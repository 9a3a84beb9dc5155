import { signInWithCode, submitAddress, welcomeHeading } from "../fixtures/sign-in.ts";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test.use({ expectedBrowserErrors: /status of 40[0-9]/ });

test("a wrong code shows an error at its field, and the right code still works", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(phone)).newPage();
  await page.goto("/sign-in");
  const code = codeIn(await submitAddress(page, mailbox, newAddress("anna")));
  const wrong = code === "00000000" ? "00000001" : "00000000";
  await page.getByLabel("Code, 8 digits").fill(wrong);
  await expect(page.getByText("That code is wrong or no longer valid.", { exact: false })).toBeVisible();
  await page.getByLabel("Code, 8 digits").fill(code);
  await expect(welcomeHeading(page)).toBeVisible();
});

test("the sign-up page asks for an email address and no password", async ({ openBrowser }) => {
  const page = await (await openBrowser(phone)).newPage();
  await page.goto("/sign-up");
  await expect(page.getByText(/You don’t need a password/)).toBeVisible();
  await expect(page.getByRole("button", { name: /password/i })).toHaveCount(0);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByText("Enter an email address.").first()).toBeVisible();
  await expect(page.getByLabel("Your email")).toBeFocused();
});

test("an emailed link works once; a second use shows an error page", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(welcomeHeading(page)).toBeVisible();

  const other = await (await openBrowser(desk)).newPage();
  await other.goto(link);
  await other.getByRole("button", { name: "Confirm email" }).click();
  await expect(other.getByRole("heading", { name: "This link didn’t work" })).toBeVisible();
  await expect(other).toHaveURL(/\/link-problem/);
});

test("a link opened on another device names the account there, and here the code says that it was used", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("mats");
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const message = await submitAddress(page, mailbox, email);
  await expect(
    page.getByText(/open the link on another device.* To sign in here too, request/),
  ).toBeVisible();

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

test("an unknown request link and a link sent to someone else show no request", async ({
  seedSentRequest,
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const { link } = await seedSentRequest({ items: ["Passport"], only: "recipient" });
  const stranger = await (await openBrowser(phone)).newPage();
  await stranger.goto(link.slice(0, -4) + "AAAA");
  await expect(stranger.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();

  await stranger.goto(link);
  await signInWithCode(stranger, mailbox, newAddress("eve"));
  await expect(stranger.getByRole("heading", { name: "This was sent to another address" })).toBeVisible();
  await expect(stranger.getByText("Passport")).toBeHidden();
});
