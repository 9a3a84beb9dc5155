import type { Request } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { expectEvents } from "../../fixtures/auth-events.ts";
import { test } from "../../fixtures/behind-unreliable-network.ts";
import { addFiles } from "../../fixtures/checklist.ts";
import { pdf } from "../../fixtures/documents.ts";
import { requestsHeading, signOut } from "../../fixtures/sign-in.ts";
import { sessionCookies } from "../../fixtures/session-cookies.ts";
import { expect } from "../../fixtures/test.ts";

// The browser logs the aborted upload, and the requests of an ended session, as errors.
test.use({ expectedBrowserErrors: /status of (401|403)|net::ERR_/ });

test("SIGNED_OUT reaches every tab, and tabs other than the one used show the reason", async ({
  seedRequester,
}) => {
  const { context, page } = await seedRequester();
  const other = await context.newPage();
  await other.goto("/requests?q=tax");
  await expect(requestsHeading(other)).toBeVisible();

  await signOut(page);
  await expect(other.getByText(/Your session has ended/)).toBeVisible();
  expect(new URL(other.url()).searchParams.get("next")).toBe("/requests?q=tax");
  for (const tab of [page, other]) await expectEvents(tab, ["SIGNED_OUT"]);
  expect(await sessionCookies(context)).toEqual([]);
});

test("SIGNED_OUT in one tab stops the upload in another", async ({
  seedSentRequest,
  unreliableSite: { network, siteUrl },
}) => {
  const { recipientPage, phoneContext } = await seedSentRequest({ items: ["Passport"], siteUrl });
  const other = await phoneContext.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { name: "Needed from you" })).toBeVisible();
  const isSending = (request: Request) =>
    request.url().includes("/storage/v1/upload/resumable/") && request.method() === "PATCH";
  const sending = recipientPage.waitForRequest(isSending, { timeout: scaled(60_000) });
  const aborted = recipientPage.waitForEvent("requestfailed", {
    predicate: isSending,
    timeout: scaled(60_000),
  });
  network.holdAfter(1024 * 1024);
  await addFiles(recipientPage, "Passport", [await pdf("passport.pdf", { padding: 8 * 1024 * 1024 })]);
  await expect(recipientPage.getByRole("progressbar", { name: "Progress of passport.pdf" })).toBeVisible();
  await sending;

  await other.getByRole("button", { name: /^Account of / }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  expect((await aborted).failure()?.errorText).toBe("net::ERR_ABORTED");
  await expectEvents(recipientPage, ["SIGNED_OUT"]);
  await expect(recipientPage.getByLabel("Your email")).toBeVisible();
  // The next user to sign in here must not learn of the upload.
  expect(await recipientPage.evaluate(() => Object.keys(localStorage))).not.toContain(
    "sheaf:unfinished-uploads",
  );
});
