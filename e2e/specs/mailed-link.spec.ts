import type { Page } from "@playwright/test";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { askForMail, welcomeHeading } from "../fixtures/people.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const confirm = (page: Page) => page.getByRole("button", { name: "Confirm email" });
const isSent = (url: string) => new URL(url).pathname === "/auth/confirm";

test("a link whose button is pressed twice in a row signs in, and is sent once", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await askForMail(page, mailbox, newAddress("nora")));
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && isSent(request.url())) sent += 1;
  });
  await page.goto(link);
  await confirm(page).dblclick();
  await expect(welcomeHeading(page)).toBeVisible();
  expect(sent).toBe(1);
});

test("the button says that it was pressed, keeps the focus, and is open again on the way back", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await askForMail(page, mailbox, newAddress("nora")));
  await page.goto(link);
  // An answer without a page leaves the browser where it is, as a press does that was stopped on its way.
  await page.route(
    (url) => isSent(url.href),
    (route) => route.fulfill({ status: 204 }),
  );
  await page.keyboard.press("Enter");
  const waiting = page.getByRole("button", { name: "One moment" });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(confirm(page)).toHaveAttribute("aria-disabled", "false");
  await page.unrouteAll();
  await page.keyboard.press("Enter");
  await expect(welcomeHeading(page)).toBeVisible();
});

test("a page whose script did not come takes the press all the same", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await askForMail(page, mailbox, newAddress("nora")));
  await page.route("**/auth/confirm.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto(link);
  await confirm(page).click();
  await expect(welcomeHeading(page)).toBeVisible();
});
