import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectEvents } from "../../fixtures/auth-events.ts";
import { readSession } from "../../fixtures/stored-session.ts";
import { expect, test } from "../../fixtures/test.ts";

// The exchange ends the session that it replaces; pending requests of that session are rejected.
test.use({ expectedBrowserErrors: /status of (401|403)/ });

test("USER_UPDATED shows the progress of an email change, also after the sidecar's exchange", async ({
  mailbox,
  newAddress,
  seedRequester,
}) => {
  const { context, page, email } = await seedRequester();
  const newEmail = newAddress("nora.new");
  const seen = await mailbox.idsFor(email);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change your email" }).click();
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Email both addresses" }).click();
  await expect(page.getByText("0 of 2 confirmed")).toBeVisible();
  await expectEvents(page, ["USER_UPDATED"]);

  const links = [
    confirmLinkIn(await mailbox.nextEmail({ to: email, seen })),
    confirmLinkIn(await mailbox.nextEmail({ to: newEmail })),
  ];
  const other = await context.newPage();
  for (const link of links) {
    await other.goto(link);
    await other.getByRole("button").click();
    await other.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  }
  // The sidecar made the exchange; the listeners of both tabs still receive the event.
  await expectEvents(other, ["INITIAL_SESSION", "USER_UPDATED"]);
  await expect.poll(async () => (await readSession(context))?.user.email).toBe(newEmail);
  await expect(page.getByRole("main").getByText(newEmail).first()).toBeVisible();
  await expect(page.getByText("of 2 confirmed")).toHaveCount(0);
});
