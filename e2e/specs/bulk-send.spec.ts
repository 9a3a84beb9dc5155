import type { Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { test as base } from "../fixtures/old-sessions.ts";
import { startRefusingSmtp } from "../fixtures/refusing-smtp.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { desk, expect } from "../fixtures/test.ts";
import { startWorker } from "../fixtures/worker.ts";
import type { Person } from "../seed/person.ts";
import { unwrap } from "../seed/unwrap.ts";
import { ports } from "../stack.ts";

interface Firm {
  page: Page;
  nora: Person;
}

/** A workspace with the template "Tax return" of three items, on its own platform, and a worker that runs on demand. */
const test = base.extend<{ firm: Firm; work: () => Promise<void> }>({
  firm: async ({ openBrowser, signInByApi, newAddress, siteUrl }, provide) => {
    const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
    const workspace = unwrap(
      await nora.client.rpc("create_workspace", { name: "Okafor & Lind", display_name: nora.name }),
    );
    const items = ["Passport", "Payslips", "Bank statement"].map((title) => draftItem(title));
    unwrap(
      await nora.client.rpc("create_template", {
        workspace,
        draft: { title: "Tax return", message: "Dear {name}, thank you.", items },
      }),
    );
    const context = await openBrowser(desk);
    await storeSession(context, await nora.session(), siteUrl);
    await provide({ page: await context.newPage(), nora });
  },
  work: async ({ ownPlatform, siteUrl }, provide) => {
    const smtp = await startRefusingSmtp(ownPlatform.smtpUrl);
    const stops: (() => Promise<void>)[] = [];
    await provide(async () => {
      const hook = { port: ports.secondHook, secret: `v1,whsec_${"A".repeat(43)}=` };
      const worker = await startWorker({ siteUrl, platformUrl: ownPlatform.url, smtpUrl: smtp.url, hook });
      stops.push(worker.stop);
    });
    for (const stop of stops) await stop();
    await smtp.stop();
  },
});

// One response is lost on purpose.
test.use({ expectedBrowserErrors: /ERR_FAILED .*\/rpc\/send_to_many/ });
test.beforeEach(() => test.setTimeout(scaled(300_000)));

const choose = (page: Page, name: string, content: string | Buffer) =>
  page
    .getByLabel("List of people")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });

const clients = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => `Client ${index + 1};client-${index + 1}@people.example;30.01.2031`,
  );

const requestsOf = async ({ nora: { client } }: Firm) => {
  const requests = unwrap(
    await client.from("requests").select("id, title, due_on").not("sent_at", "is", null).order("title"),
  );
  const recipients = unwrap(await client.from("recipients").select("request_id, email"));
  return requests.map(({ id, title, due_on }) => ({
    title,
    due_on,
    recipients: recipients.flatMap(({ request_id, email }) => (request_id === id ? { email } : [])),
  }));
};

test("fifty clients get a request each, whatever happens in between", async ({
  firm,
  work,
  ownPlatform,
  mailbox,
}, testInfo) => {
  await ownPlatform.liftQuotas();
  const { page } = firm;
  await page.goto("/requests");
  await page.getByRole("link", { name: "New request" }).first().click();
  await page.getByRole("link", { name: "To many" }).click();
  await expect(page.getByRole("heading", { name: "Which template?" })).toBeVisible();
  await page.getByRole("link", { name: "Tax return" }).click();
  await expect(page.getByText("Drop a CSV or Excel file here")).toBeVisible();

  const rows = clients(50);
  // Row 14 has no address, and row 31 that of row 3.
  rows[12] = "Hanna Virtanen;;30.01.2031";
  rows[29] = "Joel Tamm;client-2@people.example;30.01.2031";
  rows[44] = "Lukas Meier;wrong-lukas@people.example;30.01.2031";
  await choose(
    page,
    "clients-2030.csv",
    `Client name;E-Mail;Deadline;Client no.\r\n${rows.join("\r\n")}\r\n`,
  );
  await expect(page.getByText("50 rows, 4 columns, read in this browser")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Send to many people" })).toBeFocused();
  await expect(page.getByLabel("Use Client name as")).toHaveValue("name");
  await expect(page.getByLabel("Use Client no. as")).toHaveValue("none");
  await expect(page.getByRole("heading", { name: "48 of 50 ready" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^E-Mail/ })).toContainText("2 to fix");
  await expect(page.getByRole("region", { name: "Every request" })).toContainText(
    "First of 48Tax return, Client 1Due Thu 30 Jan 2031",
  );
  await inspectWidths(page, "people", testInfo);
  await page.setViewportSize({ width: 320, height: 700 });
  await inspectScreen(page, "people-narrow", testInfo);
  await page.setViewportSize({ width: 1280, height: 900 });

  const address = page.getByLabel("Email address, row 14");
  await address.click();
  await page.keyboard.type("hanna@people.example");
  await expect(address).toBeFocused();
  await expect(page.getByRole("heading", { name: "49 of 50 ready" })).toBeVisible();
  await expect(page.getByText("Same as row 3")).toBeVisible();
  await page.getByRole("button", { name: "Leave out row 31" }).click();
  await expect(page.getByText("1 row of 50 left out.")).toBeVisible();
  const title = page.getByLabel("Title of each request");
  await title.fill("Tax return 2030 of ");
  await page.getByRole("button", { name: "Insert name into the title" }).click();
  await expect(title).toBeFocused();
  await expect(title).toHaveValue("Tax return 2030 of {name}");
  await page.getByRole("link", { name: "People" }).click();
  await page
    .getByRole("dialog", { name: "Leave without sending?" })
    .getByRole("button", { name: "Stay here" })
    .click();
  await page.getByRole("button", { name: "Continue with 49" }).click();

  await expect(page.getByRole("heading", { name: "Check and send" })).toBeFocused();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Tax return 2030 of Client 2", { exact: true })).toBeVisible();
  await expect(page.getByText("Dear Client 2, thank you.")).toBeVisible();
  await expect(page.getByText("1 row of your list gets no request: row 31.")).toBeVisible();
  await inspectWidths(page, "check", testInfo);

  // The response to the first confirmation is lost after the platform has stored the list.
  await page.route(
    "**/rpc/send_to_many",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const confirm = page.getByRole("button", { name: "Send 49 requests" });
  await confirm.click();
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Sending 49 requests" })).toBeVisible();
  await expect(page).toHaveURL(/\/requests\/many\/[\w-]+$/);
  await expect(page.getByText("Waiting", { exact: true }).first()).toBeVisible();

  await work();
  await expect(page.getByText(/^[1-9]\d* of 49 sent$/)).toBeVisible({ timeout: scaled(60_000) });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sending 49 requests" })).toBeVisible();
  await expect(page.getByText("You can close this page. Sending continues.")).toBeVisible();
  const end = page.getByRole("heading", { name: "48 of 49 requests sent" });
  await expect(end).toBeVisible({ timeout: scaled(100_000) });

  // Problems come first, with a way to solve them.
  const first = page.getByRole("article").first();
  await expect(first).toHaveAccessibleName("Lukas Meier");
  await expect(first).toContainText("We can’t email this address");
  await inspectWidths(page, "sent", testInfo);
  await page.getByRole("link", { name: /^Needs you/ }).click();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(/tab=problems$/);
  await first.getByRole("link", { name: "Correct address" }).click();
  await expect(page.getByRole("heading", { name: "Tax return 2030 of Lukas Meier" })).toBeVisible();

  const made = await requestsOf(firm);
  expect(made).toHaveLength(49);
  expect(new Set(made.flatMap(({ recipients }) => recipients.map(({ email }) => email))).size).toBe(49);
  expect(made.find(({ title: of }) => of === "Tax return 2030 of Hanna Virtanen")).toEqual({
    title: "Tax return 2030 of Hanna Virtanen",
    due_on: "2031-01-30",
    recipients: [{ email: "hanna@people.example" }],
  });
  const [invitation, ...more] = await mailbox.idsFor("client-50@people.example");
  expect([typeof invitation, more]).toEqual(["string", []]);

  // The page can be left, and found again.
  await page.goto("/requests/many");
  await page.getByRole("region", { name: "Sent to many" }).getByRole("link").click();
  await expect(end).toBeVisible();
});
