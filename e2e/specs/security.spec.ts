import { AxeBuilder } from "@axe-core/playwright";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { newRequester } from "../fixtures/people.ts";
import {
  expectEvents,
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("an email is changed by the codes from both mails, one after the other", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const [email, newEmail] = [newAddress("anna"), newAddress("anna-new")];
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email, name: "Anna Lind", workspace: "Lind" });
  await page.goto("/settings/security");
  const seen = await mailbox.idsFor(email);
  const card = page.getByRole("region", { name: "Email" });
  await card.getByRole("button", { name: "Change your email" }).click();
  await card.getByLabel("New email").fill(newEmail);
  await card.getByRole("button", { name: "Ask both addresses" }).click();
  await expect(card.getByText("0 of 2 confirmed")).toBeVisible();
  await page.reload();
  await expect(card.getByText("0 of 2 confirmed")).toBeVisible();

  const toNew = await mailbox.nextMail({ to: newEmail });
  await card.getByLabel(`Code sent to ${newEmail}`).fill(codeIn(toNew));
  await expect(card.getByText("1 of 2 confirmed")).toBeVisible();
  await page.reload();
  await expect(card.getByText(`${newEmail} has agreed.`, { exact: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  const toOld = await mailbox.nextMail({ to: email, seen });
  await card.getByLabel(`Code sent to ${email}`).fill(codeIn(toOld));
  await expect(card.getByText(`Done. From now on you sign in with ${newEmail}.`)).toBeVisible();
  await expect(card.getByRole("list", { name: "Your address" })).toContainText(newEmail);
  expectSpecifiedSession(await sessionCookies(context));
});

test("an email is changed by the links in both mails", async ({ openBrowser, mailbox, newAddress }) => {
  const [email, newEmail] = [newAddress("mats"), newAddress("mats-new")];
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email, name: "Mats Lind", workspace: "Lind" });
  await page.goto("/settings/security");
  const seen = await mailbox.idsFor(email);
  const card = page.getByRole("region", { name: "Email" });
  await card.getByRole("button", { name: "Change your email" }).click();
  await card.getByLabel("New email").fill(newEmail);
  await card.getByRole("button", { name: "Ask both addresses" }).click();
  await expect(card.getByText("0 of 2 confirmed")).toBeVisible();

  await page.goto(confirmLinkIn(await mailbox.nextMail({ to: email, seen })));
  await page.getByRole("button").click();
  await expect(page.getByText("One of your two addresses is confirmed.", { exact: false })).toBeVisible();
  await page.getByRole("link", { name: "Go to security" }).click();
  await expect(card.getByText("1 of 2 confirmed")).toBeVisible();

  await page.goto(confirmLinkIn(await mailbox.nextMail({ to: newEmail })));
  const callback = page.waitForResponse((response) => new URL(response.url()).pathname === "/auth/callback");
  await page.getByRole("button").click();
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(card.getByRole("list", { name: "Your address" })).toContainText(newEmail);
  await expect(card.getByText("of 2 confirmed")).toBeHidden();
  await expectEvents(page, ["USER_UPDATED"]);
  expectSpecifiedSession(await sessionCookies(context));
});

test("a password is set, and is refused when it is the one of before", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("nora");
  const page = await newRequester({
    context: await openBrowser(desk),
    mailbox,
    email,
    name: "Nora Okafor",
    workspace: "Okafor",
  });
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Password" });
  const set = async () => {
    await card.getByRole("button", { name: "Set or change password" }).click();
    await card.getByLabel("New password", { exact: true }).fill("four words in a row");
    await card.getByRole("button", { name: "Set password" }).click();
  };
  await set();
  await expect(
    card.getByText("Your password is set. Your other devices have been signed out."),
  ).toBeVisible();
  await expectEvents(page, ["USER_UPDATED"]);
  await set();
  await expect(card.getByText("That is the password you have now.", { exact: false })).toBeVisible();
});

test("a passkey is added, named and removed", async ({ openBrowser, mailbox, newAddress }) => {
  const context = await openBrowser(desk);
  const page = await newRequester({
    context,
    mailbox,
    email: newAddress("anna"),
    name: "Anna Lind",
    workspace: "Lind",
  });
  const browser = await context.newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Passkeys" });
  await card.getByRole("button", { name: "Add a passkey" }).click();
  await expect(card.getByText("Your passkey is ready.", { exact: false })).toBeVisible();
  await card.getByLabel("Name", { exact: true }).fill("Laptop");
  await card.getByRole("button", { name: "Save name" }).click();
  await expect(card.getByText("The passkey is called Laptop now.")).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await card.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("You have none yet.")).toBeVisible();
});

test("an account elsewhere is linked, told among the ways in, and removed", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("anna");
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email, name: "Anna Lind", workspace: "Lind" });
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Linked accounts" });
  await card.getByRole("button", { name: "Link Local account" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(newAddress("elsewhere"));
  await page.getByRole("textbox", { name: "Name" }).fill("Anna Lind");
  const callback = page.waitForResponse((response) => new URL(response.url()).pathname === "/auth/callback");
  await page.getByRole("button", { name: "Continue" }).click();
  expectSpecifiedHeaders(await sessionSetCookies(await callback));
  await expect(card.getByText(newAddress("elsewhere"))).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/settings/security");
  await expect(page.getByRole("list", { name: "Your address" })).toContainText(email);

  await card.getByRole("button", { name: "Remove Local account" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Local account is removed.", { exact: false })).toBeVisible();
  await expect(card.getByRole("button", { name: "Link Local account" })).toBeVisible();
});

test("signing out everywhere ends the other devices too", async ({ openBrowser, mailbox, newAddress }) => {
  const email = newAddress("anna");
  const page = await newRequester({
    context: await openBrowser(desk),
    mailbox,
    email,
    name: "Anna Lind",
    workspace: "Lind",
  });
  await page.goto("/settings/security");
  const card = page.getByRole("region", { name: "Sign out everywhere" });
  await card.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

// The browser notes a refused password as an error.
test.use({ expectedTrouble: /status of 422/ });
