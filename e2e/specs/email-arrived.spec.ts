import { scaled } from "@sheaf/testing/scaled";
import { pdf } from "../fixtures/documents.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { expect, phone } from "../fixtures/test.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test("arrivals, a review's end, a daily summary, and one click that ends it, then all email", async ({
  openBrowser,
  seedSentRequest,
  mailbox,
  post,
  siteUrl,
  newAddress,
}, testInfo) => {
  const nora = newAddress("nora");
  const anna = newAddress("anna");
  const pages = await seedSentRequest({
    items: ["Payslips", "Lease", "Passport"],
    siteUrl,
    only: "requester",
  });
  const { requesterPage, request } = pages;
  for (const item of ["Payslips", "Lease"]) await request.add(item, await pdf(`${item}.pdf`));
  let seen = await mailbox.idsFor(nora);
  await post.deliver(minutes(9));
  expect(await mailbox.idsFor(nora)).toEqual(seen);
  await post.deliver(minutes(11));
  const arrived = await mailbox.nextEmail({ to: nora, seen });
  expect(arrived.subject).toMatch(/sent 2 items: Tax return 2026$/);
  expect(arrived.text).toContain("Lease.pdf");

  await requesterPage.goto(linkIn(arrived.text, "/requests/"));
  await requesterPage.getByRole("link", { name: /^Review 2/ }).click();
  await expect(requesterPage.getByRole("button", { name: "Close the review" })).toBeVisible();
  const review = requesterPage.getByRole("main");
  await review.getByRole("button", { name: /^Accept/ }).click();
  await expect(review.getByText("Payslips accepted.")).toBeVisible();
  await requesterPage.keyboard.press("r");
  await review.getByLabel(/Why/).fill("Page 2 is cut off.");
  await review.getByRole("button", { name: "Return with this reason" }).click();
  await expect(review.getByText(/^1 accepted, 1 returned\./)).toBeVisible();
  await review.getByRole("button", { name: "Finish" }).click();
  await expect(requesterPage.getByText("1 accepted, 1 returned.")).toBeVisible();
  await inspectWidths(requesterPage, "reviewed", testInfo);

  seen = await mailbox.idsFor(anna);
  await post.deliver(minutes(0));
  expect(await mailbox.idsFor(anna)).toEqual(seen);
  await post.deliver(minutes(-1));
  await requesterPage
    .getByRole("region", { name: "Your decisions" })
    .getByRole("button", { name: "Send now" })
    .click();
  await expect(requesterPage.getByText(/^Emailing /)).toBeVisible();
  await post.deliver(minutes(0));
  const returned = await mailbox.nextEmail({ to: anna, seen });
  expect(returned.subject).toBe("One thing to send again: Lease");
  expect(returned.text).toContain("Page 2 is cut off.");

  await requesterPage.goto("/settings/email");
  await requesterPage.getByRole("combobox", { name: "Email from Okafor & Lind" }).selectOption("Once a day");
  await expect(requesterPage.getByText("Your choice has been saved.")).toBeVisible();
  await inspectWidths(requesterPage, "settings", testInfo);
  await request.add("Lease", await pdf("Lease, whole.pdf"));
  seen = await mailbox.idsFor(nora);
  await post.deliver(minutes(24 * 60));
  const summary = await mailbox.nextEmail({ to: nora, seen });
  expect(summary.subject).toMatch(/at Okafor & Lind: 1 request with new items$/);

  const elsewhere = await (await openBrowser(phone)).newPage();
  await elsewhere.goto(linkIn(summary.text, "/email/stop/"));
  await elsewhere.getByRole("button", { name: "Stop email" }).click();
  await expect(elsewhere.getByText("Email stopped")).toBeVisible();
  // Only a signed-in user can change the settings for all workspaces.
  await elsewhere.goto(linkIn(summary.text, "/settings/"));
  await expect(elsewhere.getByRole("button", { name: "Send me a code" })).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/sign-in\?next=%2Fsettings%2Femail/);
  await requesterPage.reload();
  await expect(requesterPage.getByRole("combobox", { name: "Email from Okafor & Lind" })).toHaveValue("none");

  await requesterPage.getByRole("button", { name: "Stop all email" }).click();
  const stopping = requesterPage.getByRole("dialog", { name: "Stop all email?" });
  await inspectWidths(requesterPage, "stop-all", testInfo);
  await stopping.getByRole("button", { name: "Stop all email" }).click();
  await expect(requesterPage.getByText(/We don’t email this address/)).toBeVisible();
  await inspectWidths(requesterPage, "stopped", testInfo);
});
