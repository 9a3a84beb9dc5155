import type { Locator, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { expectNoViolations } from "../fixtures/axe.ts";
import { type QaSite, startQaSite } from "../tapes/check/qa-site.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

let qa: QaSite;
test.beforeAll(async () => {
  qa = await startQaSite();
});
test.afterAll(() => qa.stop());

const panelOf = (page: Page) => page.getByRole("complementary", { name: "QA" });
const movePanel = (page: Page, edge: "top" | "bottom") =>
  panelOf(page).getByRole("button", { name: `Move the QA panel to the ${edge}` });
const expandPanel = (page: Page) => panelOf(page).getByRole("button", { expanded: false }).click();

test("a tester chooses a tape and a scenario, and the address contains both", async ({ openBrowser }) => {
  const context = await openBrowser({ ...desk, baseURL: qa.siteUrl });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.goto("/");
  const panel = panelOf(page);
  await panel.getByRole("searchbox", { name: "Find a tape" }).fill("something for every filter");
  await panel.getByRole("button", { name: /^requests-filled/ }).click();
  await expect(page).toHaveURL(/\/requests\?qa=requests-filled&run=\w+$/);
  await expect(page.getByText("Tax return 2026").first()).toBeVisible();

  await expandPanel(page);
  await panel.getByRole("button", { name: /^empty-workspace/ }).click();
  await expect(page).toHaveURL(/\/requests\?qa=requests-filled&scenario=empty-workspace&run=\w+$/);
  await expect(page.getByText("No open requests")).toBeVisible();
  await expect(panel.getByText("The workspace has no requests.").first()).toBeVisible();

  await panel.getByRole("button", { name: "Copy link" }).click();
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${qa.siteUrl}/?qa=requests-filled&scenario=empty-workspace`);

  const other = await openBrowser({ ...phone, baseURL: qa.siteUrl });
  const colleague = await other.newPage();
  await colleague.goto(link);
  await expect(colleague.getByText("No open requests")).toBeVisible();
});

test("the clock stands at the time of the recording, and a tester advances it", async ({ openBrowser }) => {
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  await page.goto("/?qa=requests-filled");
  await expect(page.getByText("just now").first()).toBeVisible();
  const now = () => page.evaluate(() => Date.now());
  const startTime = await now();
  expect(await now()).toBe(startTime);
  await expandPanel(page);
  await panelOf(page).getByRole("button", { name: "+ 10 min" }).click();
  expect(await now()).toBe(startTime + 600_000);
  await page.reload();
  await expect(page.getByText("10 min ago").first()).toBeVisible();
  await panelOf(page).getByRole("button", { name: "Start over" }).click();
  await expect(page.getByText("just now").first()).toBeVisible();
  expect(await now()).toBe(startTime);
});

test("an emailed link is opened from the panel and goes through the callback", async ({ openBrowser }) => {
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  await page.goto("/?qa=sign-in-by-link");
  await page.getByLabel("Your email").fill("anybody@people.example");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expandPanel(page);
  await panelOf(page).getByRole("button", { name: "Open the emailed link" }).click();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Tax return 2026").first()).toBeVisible();
  await expect
    .poll(async () => (await page.evaluate(() => window.sheafQa?.report()))?.unused)
    .not.toContainEqual(expect.stringMatching(/^(navigation|sidecar)/));
});

test("a miss is shown with the nearest request on the tape", async ({ openBrowser }) => {
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  await page.goto("/?qa=requests-searched");
  await expect(page.getByRole("link", { name: "Mortgage application" })).toBeVisible();
  await page.getByRole("searchbox", { name: /^Search/ }).fill("passport");
  await expect(panelOf(page).getByRole("button", { name: /misse?s?$/ })).toBeVisible();
  await expandPanel(page);
  await expect(
    panelOf(page)
      .getByText(/Nearest on the tape: page GET platform/)
      .first(),
  ).toBeVisible();
  await expect(
    panelOf(page)
      .getByText(/query search: .*passport/)
      .first(),
  ).toBeVisible();
});

test("a copied report can be copied again after it has grown", async ({ openBrowser }) => {
  const context = await openBrowser({ ...desk, baseURL: qa.siteUrl });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.goto("/?qa=profile-changed");
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("Nora Okafor");
  await expandPanel(page);
  await panelOf(page).getByRole("button", { name: "Copy report" }).click();
  await expect(panelOf(page).getByText(/^Copied at \d+ of \d+ played$/)).toBeVisible();
  await name.fill("Somebody Else");
  await name.press("Enter");
  await expect(panelOf(page).getByText('display_name: "Somebody Else" instead of "Nora Lind"')).toBeVisible();
  await panelOf(page).getByRole("button", { name: "Copy report" }).click();
  await expect(panelOf(page).getByText(/^Copied at .*missed$/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Somebody Else");
});

const windows = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element isn't visible.");
  return box;
}

/** Presses a button after the panel was found to lie beside it. */
async function pressBesidePanel(page: Page, button: Locator) {
  await button.focus();
  const isApart = async () => {
    const [panel, target] = [await boxOf(panelOf(page)), await boxOf(button)];
    return target.y + target.height <= panel.y || panel.y + panel.height <= target.y;
  };
  await expect.poll(isApart).toBe(true);
  await button.click();
}

test("the panel covers nothing of a page at any width, folded or open, at the bottom or the top", async ({
  openBrowser,
}) => {
  test.setTimeout(scaled(180_000));
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  const eachPlace = async (tape: string, check: (width: number) => Promise<void>) => {
    for (const viewport of windows) {
      await page.setViewportSize(viewport);
      for (const edge of ["bottom", "top"] as const) {
        await movePanel(page, edge).click();
        await test.step(`${viewport.width} px, folded at the ${edge}`, () => check(viewport.width));
        await expandPanel(page);
        await test.step(`${viewport.width} px, open at the ${edge}`, () => check(viewport.width));
        await panelOf(page).getByRole("button", { name: tape, expanded: true }).click();
      }
    }
  };

  await page.goto("/?qa=checklist-partly");
  // The start page, which shows until the tape's session is read, has no such button.
  await expect(page.getByRole("button", { name: "I’ll have it by…" })).toBeVisible();
  await movePanel(page, "top").click();
  await eachPlace("checklist-partly", async (width) => {
    await pressBesidePanel(page, page.getByRole("button", { name: "I’ll have it by…" }));
    const dialog = page.getByRole("dialog", { name: "Need more time?" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    if (width === 1280) return;
    await pressBesidePanel(page, page.getByRole("button", { name: "Go to next" }));
    const row = page.getByRole("group").filter({ has: page.locator("summary:focus") });
    await expect(row).toHaveAttribute("open");
  });

  await page.goto("/?qa=request-fresh");
  await page.getByRole("button", { name: "More actions on Payslips" }).click();
  await page.getByRole("menuitem", { name: "Ask a question" }).click();
  await page.getByLabel("Your question about “Payslips”").fill("Is March missing?");
  // The question isn't on the tape, so each press is one more miss.
  const missed = panelOf(page).getByRole("button", { name: /\d+ miss(es)?$/ });
  let misses = 0;
  await eachPlace("request-fresh", async () => {
    await pressBesidePanel(page, page.getByRole("button", { name: "Send question" }));
    const before = misses;
    await expect
      .poll(async () => (misses = Number(/(\d+) miss/.exec(await missed.innerText())?.[1])))
      .toBeGreaterThan(before);
  });
});

test("a review that fills the window ends where the panel begins", async ({ openBrowser }) => {
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  await page.goto("/?qa=review-picture");
  await page.getByRole("link", { name: /^Review/ }).click();
  const filled = page.locator("[data-full-window]");
  await expect(filled).toBeVisible();
  for (const isOpen of [false, true]) {
    if (isOpen) await expandPanel(page);
    await expect
      .poll(async () => {
        // Null for the moment in which the file takes the place of its skeleton.
        const content = await filled.boundingBox();
        return content && content.y + content.height - (await boxOf(panelOf(page))).y;
      })
      .toBe(0);
  }
});

test("a tester moves the panel by keyboard or by dragging, and its place is kept", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  await page.goto("/?qa=profile");
  const top = async () => (await panelOf(page).boundingBox())?.y;
  const isAtBottom = () => expect.poll(top).toBeGreaterThan(450);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await isAtBottom();
  await page.getByRole("button", { name: "Nora Okafor" }).click();
  // Fails where something covers it.
  await page.getByRole("menuitem", { name: "Sign out" }).click({ trial: true });
  await page.keyboard.press("Escape");

  await movePanel(page, "top").press("Enter");
  await expect.poll(top).toBe(0);
  await expandPanel(page);
  await panelOf(page).getByRole("button", { name: "Start over" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
  await expect.poll(top).toBe(0);
  const summary = panelOf(page).getByRole("button", { name: "profile", expanded: true });
  await summary.click();

  await panelOf(page).getByRole("button", { name: "profile", expanded: false }).hover();
  await page.mouse.down();
  await page.mouse.move(300, 800, { steps: 4 });
  await page.mouse.up();
  await isAtBottom();
  // A drag isn't a click: the panel stays folded.
  await expect(panelOf(page).getByRole("button", { name: "profile", expanded: false })).toBeVisible();
  await page.reload();
  await expect(movePanel(page, "top")).toBeVisible();
  await isAtBottom();
});

test("the bar is painted before any script has loaded", async ({ openBrowser }) => {
  const context = await openBrowser({ ...desk, baseURL: qa.siteUrl, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ["/?qa=requests-filled", "/requests?qa=requests-filled", "/sign-in?qa=sign-in"]) {
    await page.goto(path);
    await expect(panelOf(page)).toHaveText("Starting…");
    expect((await panelOf(page).boundingBox())?.height).toBe(40);
  }
});

test("a tape that isn't recorded is listed with its command, and an unknown one is named, until another is chosen", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({ ...desk, baseURL: qa.siteUrl })).newPage();
  await page.route("**/mocks/tapes", async (route) => {
    const listed = [{ name: "tag-added", description: "Nora adds a tag.", isRecorded: false }];
    await route.fulfill({ json: listed });
  });
  await page.goto("/?qa=tag-added");
  await expect(
    panelOf(page).getByText('The tape "tag-added" isn\'t recorded on this machine.', { exact: false }),
  ).toBeVisible();
  await panelOf(page).getByText("Not recorded (1)").click();
  await expect(panelOf(page).getByText("npx -y pnpm@12 tapes:record", { exact: true })).toBeVisible();
  await expect(panelOf(page).getByText("Nora adds a tag.")).toBeVisible();

  await page.unroute("**/mocks/tapes");
  await page.goto("/?qa=no-such-tape");
  await expect(panelOf(page).getByText('There is no tape called "no-such-tape".')).toBeVisible();
  await page.goto("/?qa=requests-filled&scenario=no-such-scenario");
  await expect(panelOf(page).getByText('There is no scenario called "no-such-scenario".')).toBeVisible();
  await panelOf(page)
    .getByRole("button", { name: /^inbox-filled/ })
    .click();
  await expect(page).toHaveURL(/\/inbox\?qa=inbox-filled/);
});

test("the panel has no axe violations on a phone and a desk, light and dark", async ({ openBrowser }) => {
  for (const device of [phone, desk]) {
    const page = await (await openBrowser({ ...device, baseURL: qa.siteUrl })).newPage();
    await page.goto("/?qa=request-fresh&scenario=storage-down");
    await expect(page.getByRole("heading", { name: "Tax return 2026" })).toBeVisible();
    await expandPanel(page);
    await expect(panelOf(page).getByRole("heading", { name: /^(\d+) of \1 played$/ })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page, { name: `the panel, ${colorScheme}`, within: "#sheaf-qa" });
    }
  }
});
