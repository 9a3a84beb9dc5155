import { createHash } from "node:crypto";
import { scaled } from "@sheaf/testing/scaled";
import { unzipSync } from "fflate";
import { sendPdf, toggleItem } from "../fixtures/checklist.ts";
import { readSaved, stubSavePicker } from "../fixtures/downloads.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { runTasks } from "../fixtures/run-tasks.ts";
import { expect } from "../fixtures/test.ts";

test.beforeEach(() => test.setTimeout(scaled(150_000)));

const dayMs = 86_400_000;

test("both sides read how long files are kept, and what is deleted is gone from both", async ({
  seedSentRequest,
  ownPlatform,
  siteUrl,
}, testInfo) => {
  const {
    requesterPage: desk,
    recipientPage: phone,
    link,
  } = await seedSentRequest({
    items: ["Lease"],
    siteUrl,
  });
  const requestUrl = desk.url();
  await desk.goto(new URL("/settings/workspace", siteUrl).href);
  const card = desk.getByRole("region", { name: "How long files are kept" });
  await card.getByLabel("Days", { exact: true }).fill("20");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByText(/^Enter a number from 30 to 3650/)).toBeVisible();
  await inspectWidths(desk, "settings", testInfo);
  await card.getByLabel("Days", { exact: true }).fill("30");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Saved.")).toBeVisible();

  await phone.reload();
  await expect(
    phone.getByText("Files and answers are deleted 30 days after this request ends."),
  ).toBeVisible();
  await sendPdf(phone, "Lease", "lease.pdf");
  await desk.goto(requestUrl);
  await desk.getByRole("button", { name: "Accept Lease" }).click();
  await expect(desk.getByText("You have everything")).toBeVisible();
  const kept = desk.getByRole("region", { name: "How long files are kept" });
  await expect(kept.getByText(/^Files and answers are deleted on/)).toBeVisible();

  // A page that shows the file would report that it can't load it any more.
  await phone.goto("about:blank");
  const run = async (days: number) => {
    await desk.goto("about:blank");
    await ownPlatform.setEmailClock(new Date(Date.now() + days * dayMs));
    await runTasks(["expiry", "purge"], { siteUrl, platformUrl: ownPlatform.url });
    await desk.goto(requestUrl);
  };
  await run(17);
  await expect(kept.getByText(/^Files and answers will be deleted on/)).toBeVisible();
  await run(29.5);
  await run(32);
  await expect(kept.getByText(/^Files and answers were deleted on/)).toBeVisible();
  await expect(desk.getByRole("region", { name: "You had everything" })).toContainText("No longer kept");
  await kept.getByText("1 deleted file").click();
  await expect(kept.getByText(/Deleted .*\d/)).toBeVisible();
  await inspectWidths(desk, "erased", testInfo);
  await phone.goto(link);
  await phone.getByText("1 deleted file").click();
  await expect(phone.getByText(/^lease\.pdf, .*Deleted/)).toBeVisible();
  await expect(phone.getByRole("button", { name: /lease\.pdf/ })).toHaveCount(0);
  await inspectWidths(phone, "erased-checklist", testInfo);
});

test("a recipient asks for deletion, a member keeps or deletes, and a request goes by way of the bin", async ({
  seedSentRequest,
  siteUrl,
}, testInfo) => {
  const { requesterPage: desk, recipientPage: phone } = await seedSentRequest({
    items: ["Lease"],
    siteUrl,
  });
  await sendPdf(phone, "Lease", "lease.pdf");
  await desk.reload();
  await desk.getByRole("button", { name: "Accept Lease" }).click();
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
  await inspectWidths(desk, "asked-desk", testInfo);
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
  await expect(desk.getByText("1 deleted file")).toBeVisible();

  await desk.getByRole("button", { name: "More", exact: true }).click();
  await desk.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await inspectWidths(desk, "into-the-bin", testInfo);
  await desk.getByRole("button", { name: "Move to the bin" }).click();
  await expect(desk.getByText(/^This request is in the bin/)).toBeVisible();
  await inspectWidths(desk, "in-the-bin", testInfo);
  await phone.reload();
  await expect(phone.getByText(/has deleted this request/)).toBeVisible();
  await inspectWidths(phone, "in-the-bin-checklist", testInfo);
  await desk.getByRole("button", { name: "Restore" }).click();
  await expect(desk.getByText(/^This request is in the bin/)).toBeHidden();
});

test("the archive has the history, a receipt, and who did what, and each sum fits", async ({
  seedSentRequest,
  ownPlatform,
  siteUrl,
}) => {
  const {
    requesterPage: desk,
    recipientPage: phone,
    deskContext,
  } = await seedSentRequest({
    items: ["Lease", "Payslip"],
    siteUrl,
  });
  await stubSavePicker(deskContext);
  await sendPdf(phone, "Lease", "lease.pdf");
  await sendPdf(phone, "Payslip", "payslip.pdf");
  await runTasks(["checksums", "receipts"], { siteUrl, platformUrl: ownPlatform.url });
  await desk.reload();
  await desk.getByRole("button", { name: "Accept Lease" }).click();
  await expect(desk.getByText("1 of 2 accepted")).toBeVisible();
  await desk.getByRole("button", { name: "Download all" }).click();
  const done = desk.getByRole("dialog", { name: "Download complete" });
  await expect(done.getByText(/Each was read back from the zip and is exactly what was sent/)).toBeVisible();

  const zip = unzipSync(await readSaved(desk));
  const textOf = (name: string) => new TextDecoder().decode(zip[name]);
  const sums = textOf("sha256sums.txt").trim().split("\n");
  expect(sums).toHaveLength(2);
  for (const line of sums) {
    const [sum, name] = line.split("  ");
    const bytes = zip[name ?? ""];
    expect(bytes && createHash("sha256").update(bytes).digest("hex")).toBe(sum);
  }
  expect(textOf("history.csv")).toMatch(/"added","Lease","lease\.pdf"/);
  expect(textOf("index.csv")).toMatch(/"01 Lease\/01 lease\.pdf".*"is what was sent","accepted"/);
  const receipt = Object.keys(zip).find((name) => name.startsWith("Receipts/"));
  expect(JSON.parse(textOf(receipt ?? ""))).toMatchObject({
    receipt: { items: [{ files: [{ name: "lease.pdf" }] }, { files: [{ name: "payslip.pdf" }] }] },
  });
});
