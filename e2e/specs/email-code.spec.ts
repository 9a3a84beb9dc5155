import { codeIn, confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { scaled } from "@sheaf/testing/scaled";
import { linkIn } from "../fixtures/email-links.ts";
import { submitAddress } from "../fixtures/sign-in.ts";
import { desk, expect, phone } from "../fixtures/test.ts";
import { test } from "../fixtures/with-email-hook.ts";
import { unwrap } from "../seed/unwrap.ts";

// A code that can’t be sent is refused.
test.use({ expectedBrowserErrors: /status of 422/ });
test.beforeEach(() => test.setTimeout(scaled(120_000)));

const withoutName = /^Your Sheaf code is \d{4} \d{4}$/;
const withName = /^Okafor & Lind: your code is \d{4} \d{4}$/;

test("an email with a code names the workspace only to a recipient who came by the request’s link, and needs the worker", async ({
  // Before the browsers, which are closed first then: their pages ask for changes until they are.
  siteUrl,
  openBrowser,
  mailbox,
  newAddress,
  signInByApi,
  worker,
  restartWorker,
}) => {
  const anna = newAddress("anna");
  const nora = await signInByApi({ name: "Nora Okafor", email: newAddress("nora") });
  const names = { name: "Okafor & Lind", display_name: "Nora Okafor" };
  const workspace = unwrap(await nora.client.rpc("create_workspace", names));
  const draft = {
    title: "Tax return 2026",
    message: "",
    due_on: null,
    recipients: [{ email: anna, name: "Anna Lind" }],
    items: [{ title: "Payslips", instructions: "", kind: "file", required: true, accepts: [] }],
  };
  const request = unwrap(await nora.client.rpc("create_request", { workspace, draft }));
  unwrap(await nora.client.rpc("send_request", { request, invite: true }));
  const link = linkIn((await mailbox.nextEmail({ to: anna })).text, "/r/");

  const page = await (await openBrowser({ ...phone, baseURL: siteUrl })).newPage();
  await test.step("another address of theirs gets a code, and no name", async () => {
    await page.goto(link);
    const { subject, text } = await submitAddress(page, mailbox, newAddress("anna-at-work"));
    expect(subject).toMatch(withoutName);
    expect(text).not.toContain("Okafor");
  });
  await test.step("the address that it was sent to gets the name, and the code opens the request", async () => {
    await page.getByRole("button", { name: "Use another address" }).click();
    const message = await submitAddress(page, mailbox, anna);
    expect(message.subject).toMatch(withName);
    expect(message.subject.replaceAll(/\D/g, "")).toBe(codeIn(message));
    expect(message.text).toContain("You’re opening a request from Okafor & Lind.");
    await page.getByLabel("Code, 8 digits").fill(codeIn(message));
    await expect(page.getByText("1 item left")).toBeVisible();
  });
  await test.step("who comes back by it gets the name again, and the emailed link opens the request too", async () => {
    const other = await (await openBrowser({ ...desk, baseURL: siteUrl })).newPage();
    await other.goto(link);
    const message = await submitAddress(other, mailbox, anna);
    expect(message.subject).toMatch(withName);
    await other.goto(confirmLinkIn(message));
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.getByText("1 item left")).toBeVisible();
  });
  await test.step("who comes by no link gets no name", async () => {
    const plain = await (await openBrowser({ ...desk, baseURL: siteUrl })).newPage();
    await plain.goto("/sign-in");
    expect((await submitAddress(plain, mailbox, anna)).subject).toMatch(withoutName);
  });
  await test.step("while no worker runs, a code is refused with what to do, and the next attempt sends one", async () => {
    const plain = await (await openBrowser({ ...desk, baseURL: siteUrl })).newPage();
    const email = newAddress("lea");
    await plain.goto("/sign-in");
    await worker.stop();
    await plain.getByLabel("Your email").fill(email);
    await plain.getByRole("button", { name: "Send me a code" }).click();
    await expect(plain.getByText("Sign-in is taking too long.", { exact: false })).toBeVisible();
    await expect(plain.getByLabel("Your email")).toHaveValue(email);
    await restartWorker();
    expect((await submitAddress(plain, mailbox, email)).subject).toMatch(withoutName);
  });
});
