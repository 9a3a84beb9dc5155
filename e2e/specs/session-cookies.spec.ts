import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectEvents } from "../fixtures/auth-events.ts";
import { askForMail, signInWithCode, welcomeHeading } from "../fixtures/people.ts";
import {
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  readableByScripts,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test("a session made by the mailed link is written by the sidecar with the specified attributes", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const mail = await askForMail(page, mailbox, newAddress("nora"));

  const callback = page.waitForResponse((response) => new URL(response.url()).pathname === "/auth/callback");
  await page.goto(confirmLinkIn(mail));
  await page.getByRole("button", { name: "Confirm email" }).click();
  const written = await sessionSetCookies(await callback);
  await expect(welcomeHeading(page)).toBeVisible();

  expectSpecifiedHeaders(written);
  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);
  await expectEvents(page, ["INITIAL_SESSION", "SIGNED_IN"]);
});

test("a session made by the typed code has the same attributes", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(phone);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, newAddress("anna"));
  await expect(welcomeHeading(page)).toBeVisible();

  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);
  await expectEvents(page, ["INITIAL_SESSION", "SIGNED_IN"]);
});
