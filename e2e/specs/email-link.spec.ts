import type { Page } from "@playwright/test";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { submitAddress, welcomeHeading } from "../fixtures/sign-in.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const confirmButton = (page: Page) => page.getByRole("button", { name: "Confirm email" });
const isConfirmUrl = (url: string) => new URL(url).pathname === "/auth/confirm";

test("pressing the confirm button twice signs in and sends one request", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && isConfirmUrl(request.url())) sent += 1;
  });
  await page.goto(link);
  await confirmButton(page).dblclick();
  await expect(welcomeHeading(page)).toBeVisible();
  expect(sent).toBe(1);
});

test("the confirm button shows progress, keeps focus, and is enabled again after going back", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  await page.goto(link);
  // A 204 leaves the browser on this page, like a submission that was stopped.
  await page.route(
    (url) => isConfirmUrl(url.href),
    (route) => route.fulfill({ status: 204 }),
  );
  // Set when the page is shown, which enables the button; a press before that would be undone.
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
  await expect(confirmButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  const waiting = page.getByRole("button", { name: "Please wait…" });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
  await page.unrouteAll();
  await page.keyboard.press("Enter");
  await expect(welcomeHeading(page)).toBeVisible();
});

test("the confirm page works without its script", async ({ openBrowser, mailbox, newAddress }) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  await page.route("**/auth/confirm.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto(link);
  await confirmButton(page).click();
  await expect(welcomeHeading(page)).toBeVisible();
});
