import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectEvents } from "../../fixtures/auth-events.ts";
import { storedSession } from "../../fixtures/stored-session.ts";
import { expect, test } from "../../fixtures/test.ts";

// The exchange ends the session that it replaces; what was asked with that one is refused.
test.use({ expectedTrouble: /status of (401|403)/ });

test("USER_UPDATED shows how far a change of address is, also after the sidecar's exchange", async ({
  mailbox,
  newAddress,
  signUp,
}) => {
  const { context, page, email } = await signUp();
  const newEmail = newAddress("nora.new");
  const seen = await mailbox.idsFor(email);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change your email" }).click();
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Ask both addresses" }).click();
  await expect(page.getByText("0 of 2 confirmed")).toBeVisible();
  await expectEvents(page, ["USER_UPDATED"]);

  const links = [
    confirmLinkIn(await mailbox.nextMail({ to: email, seen })),
    confirmLinkIn(await mailbox.nextMail({ to: newEmail })),
  ];
  const other = await context.newPage();
  for (const link of links) {
    await other.goto(link);
    await other.getByRole("button").click();
    await other.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  }
  // The exchange was the sidecar's; the listeners of both tabs hear of it all the same.
  await expectEvents(other, ["INITIAL_SESSION", "USER_UPDATED"]);
  await expect.poll(async () => (await storedSession(context))?.user.email).toBe(newEmail);
  await expect(page.getByRole("main").getByText(newEmail).first()).toBeVisible();
  await expect(page.getByText("of 2 confirmed")).toHaveCount(0);
});
