import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "@playwright/test";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf, picture } from "../fixtures/documents.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const schemes = ["light", "dark"] as const;
const widths = { phone, desk };

interface Screen {
  name: string;
  path: string;
  /** Shows when the screen is complete. */
  landmark: (page: Page) => ReturnType<Page["getByText"]>;
  /** What to do before the picture is taken. */
  before?: (page: Page) => Promise<void>;
}

const open: Screen[] = [
  { name: "landing", path: "/", landmark: (page) => page.getByRole("heading", { name: /Ask once/ }) },
  { name: "sign-in", path: "/sign-in", landmark: (page) => page.getByLabel("Your email") },
  {
    name: "link-problem",
    path: "/link-problem?code=otp_expired",
    landmark: (page) => page.getByRole("heading", { name: "This link did not work" }),
  },
  { name: "not-found", path: "/nowhere", landmark: (page) => page.getByRole("heading", { level: 1 }) },
  {
    name: "link-nowhere",
    path: `/r/${"A".repeat(43)}`,
    landmark: (page) => page.getByRole("heading", { name: "This link leads nowhere" }),
  },
  {
    name: "confirm",
    path: `/auth/confirm?token_hash=pkce_${"0".repeat(56)}&type=magiclink`,
    landmark: (page) => page.getByRole("button", { name: "Sign in" }),
  },
];

test("every screen stands at phone and desk width, light and dark, and axe finds nothing on it", async ({
  ask,
  openBrowser,
  newAddress,
}, testInfo) => {
  test.setTimeout(600_000);
  const { office, mobile, link, deskContext, phoneContext } = await ask({
    lines: ["Payslips, January to March", "Bank statement", "Proof of address", "Identity document"],
  });
  await addFiles(mobile, "Bank statement", [await picture(mobile, "statement.jpg")]);
  await addFiles(mobile, "Identity document", [await pdf("passport.pdf")]);
  await addFiles(mobile, "Proof of address", [await pdf("electricity bill.pdf")]);
  await expectArrived(mobile, "Proof of address", "electricity bill.pdf");
  await office.getByRole("button", { name: "Accept Identity document" }).click();
  await office.getByRole("button", { name: "Return Bank statement" }).click();
  await office.getByLabel("Why does “Bank statement” go back?").fill("Page 2 is cut off.");
  await office.getByRole("button", { name: "Return with this reason" }).click();
  await expect(mobile.getByText("Page 2 is cut off.")).toBeVisible();

  const request = new URL(office.url()).pathname;
  const forRequester: Screen[] = [
    { name: "requests", path: "/requests", landmark: (page) => page.getByText("Tax return 2026").first() },
    {
      name: "requests-empty",
      path: "/requests?filter=drafts",
      landmark: (page) => page.getByText("No drafts"),
    },
    { name: "new-request", path: "/requests/new", landmark: (page) => page.getByLabel("What is it for?") },
    { name: "request", path: request, landmark: (page) => page.getByText("1 of 4 accepted").first() },
    {
      name: "review",
      path: request,
      landmark: (page) => page.getByRole("dialog").getByRole("heading"),
      before: (page) => page.getByRole("button", { name: "statement.jpg" }).click(),
    },
    { name: "inbox-empty", path: "/inbox", landmark: (page) => page.getByText("Nothing is asked of you") },
    {
      name: "profile",
      path: "/settings/profile",
      landmark: (page) => page.getByRole("textbox", { name: "Name" }),
    },
    {
      name: "security",
      path: "/settings/security",
      landmark: (page) => page.getByText("This device", { exact: true }),
    },
    {
      name: "delete-account",
      path: "/settings/security",
      landmark: (page) => page.getByText("goes too, because nobody else is in it", { exact: false }),
      before: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
    },
  ];
  const forRecipient: Screen[] = [
    {
      name: "checklist",
      path: new URL(link).pathname,
      landmark: (page) => page.getByText("2 things left").first(),
    },
    { name: "inbox", path: "/inbox", landmark: (page) => page.getByText("Tax return 2026").first() },
    { name: "welcome", path: "/welcome", landmark: (page) => page.getByLabel("Your name") },
  ];
  const stranger: Screen[] = [
    ...open,
    { name: "link-entry", path: new URL(link).pathname, landmark: (page) => page.getByLabel("Your email") },
    {
      name: "sign-in-code",
      path: "/sign-in",
      landmark: (page) => page.getByRole("heading", { name: "Check your email" }),
      before: async (page) => {
        await page.getByLabel("Your email").fill(newAddress("mats"));
        await page.getByRole("button", { name: "Send me a code" }).click();
      },
    },
  ];

  const people = [
    { state: undefined, screens: stranger },
    { state: await deskContext.storageState(), screens: forRequester },
    { state: await phoneContext.storageState(), screens: forRecipient },
  ];
  for (const [width, device] of Object.entries(widths)) {
    for (const colorScheme of schemes) {
      for (const { state, screens } of people) {
        const context = await openBrowser({ ...device, colorScheme, ...(state && { storageState: state }) });
        for (const screen of screens) {
          await stand(context, screen, testInfo.outputPath(`${screen.name}-${width}-${colorScheme}.png`));
        }
      }
    }
  }
});

async function stand(context: BrowserContext, screen: Screen, picturePath: string): Promise<void> {
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(screen.path);
  await screen.before?.(page);
  await expect(screen.landmark(page), screen.name).toBeVisible();
  await page.screenshot({ path: picturePath });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(found, `axe on ${screen.name} (${picturePath.split("/").at(-1)})`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${screen.name} scrolls sideways`).toBeLessThanOrEqual(0);
  await page.close();
}
