import type { BrowserContext } from "@playwright/test";
import { cookieNames, isOfSession } from "@sheaf/contract/cookies";
import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { test } from "../fixtures/behind-https.ts";
import { askForMail, signInWithCode } from "../fixtures/people.ts";
import { expectEvents } from "../fixtures/auth-events.ts";
import { expireSession } from "../fixtures/stored-session.ts";
import { desk, expect } from "../fixtures/test.ts";

const password = "four quiet words here";
const names = cookieNames({ secure: true });

/** The names of this browser's cookies, and whether each travels by https alone. */
async function jar(context: BrowserContext): Promise<{ name: string; secure: boolean }[]> {
  return (await context.cookies()).map(({ name, secure }) => ({ name, secure }));
}

async function expectSession(context: BrowserContext): Promise<void> {
  const cookies = await jar(context);
  expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
  expect(cookies.map(({ name }) => name)).toContain(names.session);
}

test("on https every session is kept under names for this host alone, whoever writes it and however it began", async ({
  openBrowser,
  mailbox,
  newAddress,
  secureUrl,
}) => {
  const secure = { ...desk, baseURL: secureUrl, ignoreHTTPSErrors: true };
  const context = await openBrowser(secure);
  const page = await context.newPage();
  const email = newAddress("nora");
  const signedOut = async () => {
    await expect(page.getByText("You are signed out on this device.")).toBeVisible();
    await expect
      .poll(async () => (await jar(context)).filter(({ name }) => isOfSession(names, name)))
      .toEqual([]);
  };

  await test.step("by a code, and once more by the sidecar", async () => {
    const persisted = page.waitForResponse("**/auth/persist");
    await page.goto("/sign-in");
    await signInWithCode(page, mailbox, email);
    await expect(page.getByLabel("Your name")).toBeVisible();
    const line = (await (await persisted).headersArray()).find(({ name }) => name === "set-cookie")?.value;
    expect(line).toMatch(/^__Host-sheaf-auth=base64-.*; Secure/);
    await expectSession(context);
  });
  await test.step("renewed", async () => {
    await expireSession(context, secureUrl);
    await page.reload();
    await expectEvents(page, ["TOKEN_REFRESHED"]);
    await expectSession(context);
    await page.getByRole("button", { name: "Sign out" }).click();
    await signedOut();
  });
  await test.step("by a new password, then by that password", async () => {
    await page.goto("/forgot-password");
    const seen = await mailbox.idsFor(email);
    await page.getByLabel("Your email").fill(email);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await page.getByLabel("Code, 8 digits").fill(codeIn(await mailbox.nextMail({ to: email, seen })));
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expectSession(context);
    await page.getByRole("button", { name: "Sign out" }).click();
    await signedOut();
    await page.getByLabel("Your email").fill(email);
    await page.getByRole("button", { name: "Use a password instead" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Your name")).toBeVisible();
    await expectSession(context);
  });
  await test.step("by a link that was asked for elsewhere", async () => {
    const asking = await (await openBrowser(secure)).newPage();
    await asking.goto("/sign-in");
    const link = new URL(confirmLinkIn(await askForMail(asking, mailbox, newAddress("mats"))));
    const otherContext = await openBrowser(secure);
    const other = await otherContext.newPage();
    // The platform's own idea of the site is the one without https.
    await other.goto(link.pathname + link.search);
    await other.getByRole("button", { name: "Confirm email" }).click();
    await expect(other.getByRole("heading", { name: "You are signed in" })).toBeVisible();
    await expectSession(otherContext);
  });
});
