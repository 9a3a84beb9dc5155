import { scaled } from "@sheaf/testing/scaled";
import { toggleItem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { runTasks } from "../fixtures/run-tasks.ts";
import { unfoldSettings } from "../fixtures/request-panel.ts";
import { expect } from "../fixtures/test.ts";

test.beforeEach(() => test.setTimeout(scaled(150_000)));

const dayMs = 86_400_000;

test("both sides read how long files are kept; what is asked for or due is deleted from both, and a request goes by way of the bin", async ({
  seedSentRequest,
  ownPlatform,
  siteUrl,
}, testInfo) => {
  const {
    requesterPage: desk,
    recipientPage: phone,
    link,
    request,
  } = await seedSentRequest({ items: ["Lease", "Contract"], siteUrl });
  const requestUrl = desk.url();
  await desk.goto(new URL("/settings/workspace/requests", siteUrl).href);
  const card = desk.getByRole("region", { name: "How long files are kept" });
  await card.getByLabel("Days", { exact: true }).fill("20");
  await desk.getByRole("button", { name: "Save changes" }).click();
  await expect(card.getByText(/^Enter a number from 30 to 3650/)).toBeVisible();
  await card.getByLabel("Days", { exact: true }).fill("30");
  await desk.getByRole("button", { name: "Save changes" }).click();
  await expect(desk.getByText("Saved.")).toBeVisible();

  await phone.reload();
  await expect(
    phone.getByText("Files and answers are deleted 30 days after this request ends."),
  ).toBeVisible();
  await request.add("Lease", await pdf("lease.pdf"));
  await request.add("Contract", await pdf("contract.pdf"));
  await request.accept("Lease");
  await request.accept("Contract");
  await desk.goto(requestUrl);
  await expect(desk.getByText("You have everything")).toBeVisible();

  const openFile = async () => {
    await phone.reload();
    await toggleItem(phone, "Lease");
    await phone.getByRole("button", { name: /^lease\.pdf/ }).click();
    await phone.getByText("Details").click();
    return phone.getByRole("dialog", { name: "lease.pdf" });
  };
  const dialog = await openFile();
  await dialog.getByRole("button", { name: "Ask for deletion" }).click();
  await expect(dialog.getByText(/We’ll email you what is decided/)).toBeVisible();
  await inspectWidths(phone, "asked", testInfo);

  await desk.reload();
  await expect(desk.getByText("asks you to delete it")).toBeVisible();
  await desk.getByRole("button", { name: "Keep it" }).click();
  const keeping = desk.getByRole("dialog", { name: "Keep lease.pdf?" });
  await keeping.getByRole("button", { name: "Keep the file" }).click();
  await expect(keeping.getByText("Say why you’re keeping it.")).toBeVisible();
  await keeping.getByLabel("Reason").fill("We must keep leases for ten years.");
  await keeping.getByRole("button", { name: "Keep the file" }).click();
  await expect(keeping).toBeHidden();
  await expect((await openFile()).getByText(/It’s kept: “We must keep leases for ten years.”/)).toBeVisible();
  await phone.getByRole("button", { name: "Ask again for deletion" }).click();
  await expect(phone.getByText(/We’ll email you what is decided/)).toBeVisible();

  await desk.reload();
  await desk.getByRole("button", { name: "Delete file" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Delete file" }).click();
  await unfoldSettings(desk);
  await expect(desk.getByText("1 deleted file")).toBeVisible();

  await desk.getByRole("button", { name: "More", exact: true }).click();
  await desk.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await desk.getByRole("button", { name: "Move to the bin" }).click();
  await expect(desk.getByText(/^This request is in the bin/)).toBeVisible();
  await inspectWidths(desk, "in-the-bin", testInfo);
  await phone.reload();
  await expect(phone.getByText(/has deleted this request/)).toBeVisible();
  await desk.getByRole("button", { name: "Restore" }).click();
  await expect(desk.getByText(/^This request is in the bin/)).toBeHidden();

  const kept = desk.getByRole("region", { name: "How long files are kept" });
  await expect(kept.getByText(/^Files and answers are deleted on/)).toBeVisible();

  // A page that shows the file would report that it can't load it any more.
  await phone.goto("about:blank");
  const run = async (days: number) => {
    await desk.goto("about:blank");
    await ownPlatform.setEmailClock(new Date(Date.now() + days * dayMs));
    await runTasks(["expiry", "purge"], { siteUrl, platformUrl: ownPlatform.url });
    await desk.goto(requestUrl);
    await unfoldSettings(desk);
  };
  await run(17);
  await expect(kept.getByText(/^Files and answers will be deleted on/)).toBeVisible();
  await run(29.5);
  await run(32);
  await expect(kept.getByText(/^Files and answers were deleted on/)).toBeVisible();
  await expect(desk.getByRole("region", { name: "You had everything" })).toContainText(
    /Files\s*Deleted .*\d/,
  );
  await kept.getByText("2 deleted files").click();
  await expect(kept.getByText(/^Contract, .*Deleted .*\d/)).toBeVisible();
  await inspectWidths(desk, "erased", testInfo);
  await phone.goto(link);
  await phone.getByText("2 deleted files").click();
  await expect(phone.getByText(/^contract\.pdf, .*Deleted/)).toBeVisible();
  await expect(phone.getByRole("button", { name: /contract\.pdf/ })).toHaveCount(0);
  await inspectWidths(phone, "erased-checklist", testInfo);
});
