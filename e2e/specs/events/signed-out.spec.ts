import type { Request } from "@playwright/test";
import { expectEvents } from "../../fixtures/auth-events.ts";
import { test } from "../../fixtures/behind-line.ts";
import { addFiles } from "../../fixtures/checklist.ts";
import { pdf } from "../../fixtures/documents.ts";
import { requestsHeading, signOut } from "../../fixtures/people.ts";
import { sessionCookies } from "../../fixtures/session-cookies.ts";
import { expect } from "../../fixtures/test.ts";

// The browser notes the upload that is stopped, and what an ended session still asks for.
test.use({ expectedTrouble: /status of (401|403)|net::ERR_/ });

test("SIGNED_OUT reaches every tab, with the reason where it was not the person's own act", async ({
  signUp,
}) => {
  const { context, page } = await signUp();
  const other = await context.newPage();
  await other.goto("/requests?q=tax");
  await expect(requestsHeading(other)).toBeVisible();

  await signOut(page);
  await expect(other.getByText(/Your sign-in has ended/)).toBeVisible();
  expect(new URL(other.url()).searchParams.get("next")).toBe("/requests?q=tax");
  for (const tab of [page, other]) await expectEvents(tab, ["SIGNED_OUT"]);
  expect(await sessionCookies(context)).toEqual([]);
});

test("SIGNED_OUT in one tab stops the upload of another", async ({ ask, behind: { line, siteUrl } }) => {
  const { mobile, phoneContext } = await ask({ lines: ["Passport"], siteUrl });
  const other = await phoneContext.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { name: "Asked of me" })).toBeVisible();
  const isSending = (request: Request) =>
    request.url().includes("/storage/v1/upload/resumable/") && request.method() === "PATCH";
  const sending = mobile.waitForRequest(isSending, { timeout: 60_000 });
  const stopped = mobile.waitForEvent("requestfailed", { predicate: isSending, timeout: 60_000 });
  line.holdAfter(1024 * 1024);
  await addFiles(mobile, "Passport", [await pdf("passport.pdf", { padding: 8 * 1024 * 1024 })]);
  await expect(mobile.getByRole("progressbar", { name: "Progress of passport.pdf" })).toBeVisible();
  await sending;

  await other.getByRole("button", { name: /^Account of / }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  expect((await stopped).failure()?.errorText).toBe("net::ERR_ABORTED");
  await expectEvents(mobile, ["SIGNED_OUT"]);
  await expect(mobile.getByLabel("Your email")).toBeVisible();
  // Whoever signs in next is told nothing of it.
  expect(await mobile.evaluate(() => Object.keys(localStorage))).not.toContain("sheaf:unfinished-uploads");
});
