import { scaled } from "@sheaf/testing/scaled";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { expectSignedOut, requestsHeading, signInWithCode, signInWithPassword } from "../fixtures/sign-in.ts";
import { desk, expect, phone } from "../fixtures/test.ts";
import { iphone } from "../fixtures/user-agents.ts";

// The browser logs rejected requests as errors, and every request of a signed-out device is rejected.
test.use({ expectedBrowserErrors: /status of 4(0[0134]|10) / });
test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("a stranger on a new device is reported, and loses everything by one button", async ({
  openBrowser,
  mailbox,
  post,
  seedRequester,
  siteUrl,
}, testInfo) => {
  const { page: noraPage, email: nora } = await seedRequester({ device: { ...desk, baseURL: siteUrl } });
  await post.deliver();
  const strangerPage = await (await openBrowser({ ...phone, userAgent: iphone })).newPage();
  await strangerPage.goto("/sign-in");
  await signInWithCode(strangerPage, mailbox, nora);
  await expect(requestsHeading(strangerPage)).toBeVisible();
  let seen = await mailbox.idsFor(nora);
  await post.deliver();
  const notice = await mailbox.nextEmail({ to: nora, seen });
  expect(notice.subject).toBe("Sheaf: a new device signed in");
  expect(notice.text).toMatch(/Safari on iPhone signed in to nora-/);

  await strangerPage.goto("/settings/security");
  await strangerPage.getByRole("button", { name: "Set or change password" }).click();
  await strangerPage.getByLabel("New password").fill("the stranger’s own words");
  await strangerPage.getByRole("button", { name: "Set password" }).click();
  await expect(strangerPage.getByText(/^Your password has been set/)).toBeVisible();
  seen = await mailbox.idsFor(nora);
  await post.deliver();
  expect(await mailbox.subjectsFor(nora, seen)).toEqual(["Sheaf: your password was changed"]);

  await noraPage.goto(linkIn(notice.text, "/email/undo/"));
  await inspectWidths(noraPage, "undo", testInfo);
  await noraPage.getByRole("button", { name: "Sign out everywhere and undo" }).click();
  await expect(noraPage.getByRole("heading", { name: "Signed out everywhere" })).toBeVisible();
  await inspectWidths(noraPage, "signed-out", testInfo);
  await expectSignedOut(strangerPage);

  await strangerPage.goto("/sign-in");
  await signInWithPassword(strangerPage, nora, "the stranger’s own words");
  await expect(strangerPage.getByText("Incorrect email or password.")).toBeVisible();

  await noraPage.getByRole("button", { name: "Sign in" }).click();
  await signInWithCode(noraPage, mailbox, nora);
  await expect(noraPage.getByRole("region", { name: "Signed-in devices" })).toContainText("This device");
  await noraPage.goto(linkIn(notice.text, "/email/undo/"));
  await noraPage.getByRole("button", { name: "Sign out everywhere and undo" }).click();
  await expect(noraPage.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await inspectWidths(noraPage, "expired", testInfo);
});
