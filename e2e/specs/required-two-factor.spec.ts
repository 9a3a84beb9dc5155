import { codeIn } from "@sheaf/platform/mailpit-client";
import { scaled } from "@sheaf/testing/scaled";
import { addAuthenticator, confirmWith, readAuthenticator } from "../fixtures/authenticator.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { invite, memberRow } from "../fixtures/members.ts";
import { test } from "../fixtures/on-any-day.ts";
import { requestsHeading } from "../fixtures/sign-in.ts";
import { desk, expect } from "../fixtures/test.ts";

test.use({
  // A new code is asked for before each change.
  expectedBrowserErrors: /403 .*record_proof/,
});
test.beforeEach(() => test.setTimeout(scaled(240_000)));

test("a workspace requires two-factor authentication: who joins is led to set it up and back", async ({
  openBrowser,
  seedRequester,
  mailbox,
  newAddress,
  post,
  siteUrl,
}, testInfo) => {
  const device = { ...desk, baseURL: siteUrl };
  const { page: nora } = await seedRequester({ context: await openBrowser(device), device });
  const maya = newAddress("maya");
  await nora.goto("/settings/workspace/members");
  await nora.getByRole("link", { name: "Set it up for yourself first" }).click();
  const app = await addAuthenticator(nora, "Phone");
  await nora.getByRole("link", { name: "Members & security" }).click();
  await nora.getByRole("button", { name: "Require it" }).click();
  const dialog = nora.getByRole("dialog");
  await expect(dialog.getByText("Every member has set it up, so it applies at once.")).toBeVisible();
  await inspectWidths(nora, "requiring", testInfo);
  await dialog.getByRole("button", { name: "Require it" }).click();
  await confirmWith(nora, app);
  await expect(nora.getByText("Every member has set it up.")).toBeVisible();
  await invite(nora, maya, "Member", app);
  await post.deliver();

  const page = await (await openBrowser(device)).newPage();
  const invitation = await mailbox.nextEmail({ to: maya, seen: [] });
  await page.goto(linkIn(invitation.text, "/join/"));
  const seen = await mailbox.idsFor(maya);
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code, 8 digits").fill(codeIn(await mailbox.nextEmail({ to: maya, seen })));
  await page.getByLabel("Your name").fill("Maya Chen");
  await page.getByRole("button", { name: "Join Okafor & Lind" }).click();
  await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeVisible();
  await inspectWidths(page, "led-to-set-up", testInfo);

  // The address of one request leads there, too, although the request isn't found without it.
  await page.goto("/requests/00000000-0000-4000-8000-000000000001");
  await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeVisible();

  await nora.reload();
  const without = nora.getByRole("list", { name: "Members without two-factor authentication" });
  await expect(without.getByText("Maya Chen", { exact: true })).toBeVisible();
  await inspectWidths(nora, "locked-out", testInfo);
  await without.getByRole("button", { name: "Email Maya Chen" }).click();
  await expect(nora.getByText("Emailing Maya Chen")).toBeVisible();
  const before = await mailbox.idsFor(maya);
  await post.deliver();
  const email = await mailbox.nextEmail({ to: maya, seen: before });
  expect(email.subject).toBe("Set up two-factor authentication for Okafor & Lind");

  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const hers = await readAuthenticator(page, "Authenticator app");
  await page.getByLabel("Then enter the 6-digit code it shows").fill(hers.code());
  await page.getByRole("button", { name: "I’ve saved these codes" }).click();
  await expect(page.getByText(/doesn’t exist, or you don’t have access/)).toBeVisible();
  await page.getByRole("link", { name: "Go to your requests" }).click();
  await expect(requestsHeading(page)).toBeVisible();

  await nora.reload();
  await expect(memberRow(nora, "Maya Chen").getByText("Two-factor on")).toBeVisible();
  await nora.getByRole("button", { name: "Stop requiring it" }).click();
  await dialog.getByRole("button", { name: "Stop requiring it" }).click();
  await confirmWith(nora, app);
  await expect(nora.getByRole("button", { name: "Require it", exact: true })).toBeVisible();
});
