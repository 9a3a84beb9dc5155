import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { signInWithCode } from "../fixtures/people.ts";
import { expectSpecifiedSession, sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const password = "four quiet words here";

test("a forgotten password is replaced by the code in the mail, then signs in, and the page remembers that it did", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const address = newAddress("nora");
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-up");
  await signInWithCode(page, mailbox, address);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out on this device.")).toBeVisible();

  await page.goto("/forgot-password");
  const seen = await mailbox.idsFor(address);
  await page.getByLabel("Your email").fill(address);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code, 8 digits").fill(codeIn(await mailbox.nextMail({ to: address, seen })));
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();

  await page.getByLabel("Your email").fill(address);
  await page.getByRole("button", { name: "Use a password instead" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your name")).toBeVisible();
  expectSpecifiedSession(await sessionCookies(context));
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("Last time you used your password here.")).toBeVisible();
});

for (const where of ["the same browser", "another browser"]) {
  test(`a forgotten password is replaced by the link in the mail, opened in ${where}`, async ({
    openBrowser,
    mailbox,
    newAddress,
  }) => {
    const address = newAddress("mats");
    const page = await (await openBrowser(desk)).newPage();
    await page.goto("/sign-up");
    await signInWithCode(page, mailbox, address);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByText("You are signed out on this device.")).toBeVisible();
    await page.goto("/forgot-password");
    const seen = await mailbox.idsFor(address);
    await page.getByLabel("Your email").fill(address);
    await page.getByRole("button", { name: "Send me a code" }).click();
    const mail = await mailbox.nextMail({ to: address, seen });

    const there = where === "the same browser" ? page : await (await openBrowser(desk)).newPage();
    await there.goto(confirmLinkIn(mail));
    await there.getByRole("button").click();
    const goOn = there.getByRole("button", { name: "Continue" });
    const field = there.getByLabel("New password");
    await expect(goOn.or(field)).toBeVisible();
    if (await goOn.isVisible()) await goOn.click();
    await field.fill(password);
    await there.getByRole("button", { name: "Set password" }).click();
    await expect(there.getByRole("heading", { name: "Your new password is set" })).toBeVisible();
  });
}
