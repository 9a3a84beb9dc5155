import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { pdf, picture } from "../fixtures/documents.ts";
import { inspectForReaders, inspectScreen } from "../fixtures/inspect-screen.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

interface Screen {
  name: string;
  path: string;
  /** Visible once the screen is complete. */
  landmark: (page: Page) => ReturnType<Page["getByText"]>;
  /** Runs before the screenshot. */
  before?: (page: Page) => Promise<void>;
}

const publicScreens: Screen[] = [
  { name: "landing", path: "/", landmark: (page) => page.getByRole("heading", { name: /Ask once/ }) },
  {
    name: "sign-in",
    path: "/sign-in",
    landmark: (page) => page.getByLabel("Password", { exact: true }),
    before: (page) => page.getByRole("button", { name: "Use a password instead" }).click(),
  },
  {
    name: "sign-up",
    path: "/sign-up",
    landmark: (page) => page.getByRole("group", { name: "Other ways to sign in" }),
  },
  { name: "forgot-password", path: "/forgot-password", landmark: (page) => page.getByLabel("Your email") },
  {
    name: "link-problem",
    path: "/link-problem?code=otp_expired",
    landmark: (page) => page.getByRole("heading", { name: "This link didn’t work" }),
  },
  {
    name: "trust",
    path: "/security",
    landmark: (page) => page.getByRole("heading", { name: "How your documents are protected" }),
  },
  {
    name: "accessibility",
    path: "/accessibility",
    landmark: (page) => page.getByRole("heading", { name: "Accessibility", exact: true }),
    // The tables are alike, and all of them would take seconds.
    before: (page) => page.getByText("WCAG 2.2, level A", { exact: true }).click(),
  },
  {
    name: "verify",
    path: "/verify",
    landmark: (page) => page.getByRole("heading", { name: "Check a receipt" }),
  },
  { name: "not-found", path: "/nowhere", landmark: (page) => page.getByRole("heading", { level: 1 }) },
  {
    name: "link-not-found",
    path: `/r/${"A".repeat(43)}`,
    landmark: (page) => page.getByRole("heading", { name: "This link doesn’t work" }),
  },
  {
    name: "confirm",
    path: `/auth/confirm?token_hash=pkce_${"0".repeat(56)}&type=magiclink`,
    landmark: (page) => page.getByRole("button", { name: "Sign in" }),
  },
];

test("every screen passes axe, light and dark, fits a phone and a desk, and can be read as its reader sets it", async ({
  seedSentRequest,
  openBrowser,
  newAddress,
}, testInfo) => {
  test.setTimeout(scaled(300_000));
  const { requesterPage, recipientPage, link, deskContext, phoneContext, request } = await seedSentRequest({
    items: ["Payslips, January to March", "Bank statement", "Proof of address", "Identity document"],
    only: "requester",
  });
  await request.add("Bank statement", await picture(recipientPage, "statement.jpg"));
  await request.add("Identity document", await pdf("passport.pdf"));
  await request.add("Proof of address", await pdf("electricity bill.pdf"));
  await request.accept("Identity document");
  await request.returnItem("Bank statement", "Page 2 is cut off.");

  const requestPath = new URL(requesterPage.url()).pathname;
  const requesterScreens: Screen[] = [
    { name: "requests", path: "/requests", landmark: (page) => page.getByText("Tax return 2026").first() },
    {
      name: "requests-empty",
      path: "/requests?filter=drafts",
      landmark: (page) => page.getByText("No drafts"),
    },
    {
      name: "new-request",
      path: "/requests/new",
      landmark: (page) => page.getByLabel("Title", { exact: true }),
    },
    { name: "request", path: requestPath, landmark: (page) => page.getByText("1 of 4 accepted").first() },
    {
      name: "review",
      path: requestPath,
      landmark: (page) => page.getByRole("img", { name: "statement.jpg" }),
      before: (page) => page.getByRole("link", { name: "statement.jpg" }).click(),
    },
    { name: "people", path: "/people", landmark: (page) => page.getByRole("article").first() },
    {
      name: "person",
      path: "/people",
      landmark: (page) => page.getByRole("heading", { name: "Email", exact: true }),
      before: (page) => page.getByRole("article").first().getByRole("link").click(),
    },
    { name: "inbox-empty", path: "/inbox", landmark: (page) => page.getByText("No requests for you") },
    {
      name: "help",
      path: "/help",
      landmark: (page) => page.getByRole("heading", { name: "Help", exact: true }),
    },
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
      landmark: (page) =>
        page.getByText("will be deleted too, because it has no other members", { exact: false }),
      before: (page) => page.getByRole("button", { name: "Delete my account" }).click(),
    },
  ];
  const recipientScreens: Screen[] = [
    {
      name: "checklist",
      path: new URL(link).pathname,
      landmark: (page) => page.getByText("2 items left").first(),
    },
    { name: "inbox", path: "/inbox", landmark: (page) => page.getByText("Tax return 2026").first() },
    { name: "welcome", path: "/welcome", landmark: (page) => page.getByLabel("Your name") },
    {
      name: "switch-accounts",
      path: `/signed-in-as#token_hash=pkce_${"0".repeat(56)}&type=magiclink`,
      landmark: (page) => page.getByRole("heading", { name: "Switch accounts?" }),
    },
  ];
  const signedOutScreens: Screen[] = [
    ...publicScreens,
    {
      name: "link-entry",
      path: new URL(link).pathname,
      // The heading comes with the answer about the link, after the form.
      landmark: (page) => page.getByRole("heading", { level: 1 }),
    },
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
    { device: phone, state: undefined, screens: signedOutScreens },
    { device: desk, state: await deskContext.storageState(), screens: requesterScreens },
    { device: phone, state: await phoneContext.storageState(), screens: recipientScreens },
  ];
  for (const { device, state, screens } of people) {
    const context = await openBrowser({
      ...device,
      reducedMotion: "reduce",
      ...(state && { storageState: state }),
    });
    const page = await context.newPage();
    for (const screen of screens) {
      await page.goto(screen.path);
      await screen.before?.(page);
      for (const [width, { viewport }] of Object.entries({ phone, desk })) {
        await page.setViewportSize(viewport ?? { width: 1280, height: 900 });
        await expect(screen.landmark(page), screen.name).toBeVisible();
        await inspectScreen(page, `${screen.name}-${width}`, testInfo);
      }
      await inspectForReaders(page, screen.name, screen.landmark(page));
    }
    await page.close();
  }
});
