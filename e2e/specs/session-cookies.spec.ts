import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectEvents } from "../fixtures/auth-events.ts";
import { signInWithCode, submitAddress, welcomeHeading } from "../fixtures/sign-in.ts";
import {
  callbackResponse,
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  readableByScripts,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

test("a session created by an emailed link is written by the sidecar with the specified attributes", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const message = await submitAddress(page, mailbox, newAddress("nora"));

  const callback = callbackResponse(page);
  await page.goto(confirmLinkIn(message));
  await page.getByRole("button", { name: "Confirm email" }).click();
  const written = await sessionSetCookies(await callback);
  await expect(welcomeHeading(page)).toBeVisible();

  expectSpecifiedHeaders(written);
  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);
  await expectEvents(page, ["INITIAL_SESSION", "SIGNED_IN"]);
});

test("a session created by a code has the same attributes", async ({ openBrowser, mailbox, newAddress }) => {
  const context = await openBrowser(phone);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, newAddress("anna"));
  await expect(welcomeHeading(page)).toBeVisible();

  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);
  await expectEvents(page, ["INITIAL_SESSION", "SIGNED_IN"]);
});
