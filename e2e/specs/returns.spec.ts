import { AxeBuilder } from "@axe-core/playwright";
import { cookieBudget } from "@sheaf/contract/cookies";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { askForMail, requestsHeading, signInWithCode, welcomeHeading } from "../fixtures/people.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { storedSession } from "../fixtures/stored-session.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

/** The same mail by the template that a hosted project begins with: its link goes to the platform at once. */
function straightLink(ours: string, back: URL): string {
  const { searchParams } = new URL(ours);
  const flowId = new URL(searchParams.get("redirect_to") ?? "").searchParams.get("sb_flow_id");
  back.searchParams.set("sb_flow_id", flowId ?? "");
  const verify = new URL("/auth/v1/verify", stack.platformUrl);
  verify.searchParams.set("token", searchParams.get("token_hash") ?? "");
  verify.searchParams.set("type", searchParams.get("type") ?? "");
  verify.searchParams.set("redirect_to", back.href);
  return verify.href;
}

for (const [where, path] of [
  ["the callback", "/auth/callback?next=%2Finbox"],
  ["the root, as for an address that the platform does not know", "/"],
] as const) {
  test(`a link straight to the platform that comes back to ${where} signs in all the same`, async ({
    openBrowser,
    mailbox,
    newAddress,
  }) => {
    const context = await openBrowser(desk);
    const page = await context.newPage();
    const email = newAddress("nora");
    await page.goto("/sign-in");
    const link = confirmLinkIn(await askForMail(page, mailbox, email));
    await page.goto(straightLink(link, new URL(path, stack.siteUrl)));
    await expect.poll(async () => (await storedSession(context))?.user.email).toBe(email);
    if (path !== "/") await expect(page.getByRole("heading", { name: "Asked of me" })).toBeVisible();
    await expect(page).not.toHaveURL(/code=/);
  });
}

test("a failure that comes back to the root is told in our own words", async ({ openBrowser }) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/?error=access_denied&error_code=otp_expired&error_description=You+have+won+a+prize");
  await expect(page).toHaveURL(/\/link-problem\?code=otp_expired/);
  await expect(page.getByRole("heading", { name: "This link did not work" })).toBeVisible();
  await expect(page.getByText("prize")).toHaveCount(0);
});

test("a link to another account asks first, may be left alone, and replaces who was here when told to", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const [anna, mats] = [newAddress("anna"), newAddress("mats")];
  const asking = await (await openBrowser(desk)).newPage();
  await asking.goto("/sign-in");
  const link = confirmLinkIn(await askForMail(asking, mailbox, mats));

  const context = await openBrowser(phone);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, anna);
  await expect(welcomeHeading(page)).toBeVisible();
  const press = async () => {
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm email" }).click();
    await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
    await expect(page.getByText(anna, { exact: true })).toBeVisible();
  };
  await press();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: "Stay as I am" }).click();
  await expect.poll(async () => (await storedSession(context))?.user.email).toBe(anna);

  await press();
  await page.getByRole("button", { name: "Use the link" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You are signed in" })).toBeVisible();
  await expect(page.getByText(mats, { exact: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect((await storedSession(context))?.user.email).toBe(mats);
});

test("a sign-out that no script of the page has heard of is noticed on coming back", async ({ signUp }) => {
  const { context, page } = await signUp();
  const answer = await context.request.post("/auth/sign-out", { headers: { Origin: stack.siteUrl } });
  expect(answer.ok()).toBe(true);
  expect(await sessionCookies(context)).toEqual([]);
  await expect(requestsHeading(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("Your sign-in has ended.", { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Frequests/);
});

test("whoever asked for many mails and came by a provider in the end stays within the budget for cookies", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  for (const name of ["one", "two", "three", "four", "five", "six", "seven"]) {
    await page.goto(`/sign-in?next=%2Frequests%3Fq%3D${name}`);
    await askForMail(page, mailbox, newAddress(name));
  }
  await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  await page.getByRole("button", { name: "Continue with Local account" }).click();
  await page.getByLabel("Email", { exact: true }).fill(newAddress("nora"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Linked accounts" })).toBeVisible();
  const session = await storedSession(context);
  expect(Object.keys(session ?? {}).filter((key) => key.startsWith("provider_"))).toEqual([]);
  const weight = (await context.cookies(stack.siteUrl))
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ").length;
  expect(weight).toBeLessThan(cookieBudget.total);
});
