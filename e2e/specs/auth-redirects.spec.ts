import { cookieBudget } from "@sheaf/contract/cookies";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { signInWithProvider, submitAddress } from "../fixtures/sign-in.ts";
import { readSession } from "../fixtures/stored-session.ts";
import { desk, expect, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

/** Rewrites the link to the form of a hosted project's default template: directly to the platform. */
function platformLink(confirmLink: string, redirectTo: URL): string {
  const { searchParams } = new URL(confirmLink);
  const flowId = new URL(searchParams.get("redirect_to") ?? "").searchParams.get("sb_flow_id");
  redirectTo.searchParams.set("sb_flow_id", flowId ?? "");
  const verify = new URL("/auth/v1/verify", stack.platformUrl);
  verify.searchParams.set("token", searchParams.get("token_hash") ?? "");
  verify.searchParams.set("type", searchParams.get("type") ?? "");
  verify.searchParams.set("redirect_to", redirectTo.href);
  return verify.href;
}

test("a link directly to the platform signs in by the callback or the root, where an error has the product's own text", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  for (const path of ["/auth/callback?next=%2Finbox", "/"]) {
    // The root is the platform's fallback for addresses that it doesn't know.
    await test.step(path, async () => {
      const context = await openBrowser(desk);
      const page = await context.newPage();
      const email = newAddress(`nora${path.length}`);
      await page.goto("/sign-in");
      const link = confirmLinkIn(await submitAddress(page, mailbox, email));
      await page.goto(platformLink(link, new URL(path, stack.siteUrl)));
      await expect.poll(async () => (await readSession(context))?.user.email).toBe(email);
      if (path !== "/") await expect(page.getByRole("heading", { name: "Needed from you" })).toBeVisible();
      await expect(page).not.toHaveURL(/code=/);
    });
  }

  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/?error=access_denied&error_code=otp_expired&error_description=You+have+won+a+prize");
  await expect(page).toHaveURL(/\/link-problem\?code=otp_expired/);
  await expect(page.getByRole("heading", { name: "This link didn’t work" })).toBeVisible();
  await expect(page.getByText("prize")).toHaveCount(0);
});

test("seven emails and a provider sign-in stay within the cookie budget", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  for (const name of ["one", "two", "three", "four", "five", "six", "seven"]) {
    await page.goto(`/sign-in?next=%2Frequests%3Fq%3D${name}`);
    await submitAddress(page, mailbox, newAddress(name));
  }
  await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  await signInWithProvider(page, newAddress("nora"));
  await expect(page.getByRole("region", { name: "Linked accounts" })).toBeVisible();
  const session = await readSession(context);
  expect(Object.keys(session ?? {}).filter((key) => key.startsWith("provider_"))).toEqual([]);
  const cookieBytes = (await context.cookies(stack.siteUrl))
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ").length;
  expect(cookieBytes).toBeLessThan(cookieBudget.total);
});
