import { pages } from "@sheaf/contract/pages";
import type { Page } from "@playwright/test";
import { findChromium } from "../browser/chromium.ts";
import { expect, test } from "../fixtures/test.ts";

const chromium = await findChromium(process.env);

// Large letters, as a reader sets them in the browser: 24px rather than 16.
test.use({
  launchOptions: { ...chromium, args: [...chromium.args, "--blink-settings=defaultFontSize=24"] },
});

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("large letters, another keyboard, dictation and a small screen are all respected", async ({
  seedSentRequest,
}) => {
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Passport", "Payslips"] });
  const devTools = await requesterPage.context().newCDPSession(requesterPage);

  await requesterPage.goto("/requests");
  const row = requesterPage.getByRole("link", { name: "Tax return 2026" });
  await expect(row).toBeVisible();
  expect(await requesterPage.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("22.5px");
  await requesterPage.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(requesterPage)).toBeLessThanOrEqual(0);

  // A new request and every page of the settings, in the narrowest window.
  await requesterPage.setViewportSize({ width: 320, height: 640 });
  const settings = Object.values(pages).filter(({ path }) => path.startsWith("/settings/"));
  for (const { path } of [pages.newRequest, ...settings]) {
    await requesterPage.goto(path);
    await expect(requesterPage.getByRole("region").first()).toBeVisible();
    expect(await overflow(requesterPage), path).toBeLessThanOrEqual(0);
  }
  await requesterPage.goto("/requests");
  await row.click();
  await expect(requesterPage.getByRole("region", { name: "People" })).toBeVisible();
  expect(await overflow(requesterPage)).toBeLessThanOrEqual(0);
  await requesterPage.goto("/requests");
  await expect(row).toBeVisible();

  await requesterPage.setViewportSize({ width: 1280, height: 900 });
  const pressInRussian = () =>
    devTools.send("Input.dispatchKeyEvent", { type: "keyDown", key: "о", code: "KeyJ", text: "о" });
  await pressInRussian();
  await expect(row).toBeFocused();
  await requesterPage.getByRole("button", { name: "Account of Nora Okafor" }).click();
  await requesterPage.getByRole("menuitemcheckbox", { name: "Single-key shortcuts", checked: true }).click();
  await expect(requesterPage.locator("kbd").first()).toBeHidden();
  await pressInRussian();
  await expect(requesterPage.getByRole("button", { name: "Account of Nora Okafor" })).toBeFocused();

  await requesterPage.goto("/requests/new");
  const item = requesterPage.getByLabel("Add an item");
  await item.fill("パスポート");
  // The Enter that accepts a word in Safari, which has ended the composition by then.
  await devTools.send("Input.dispatchKeyEvent", {
    type: "rawKeyDown",
    key: "Enter",
    windowsVirtualKeyCode: 229,
  });
  await expect(item).toHaveValue("パスポート");

  // A folded phone, then one held sideways.
  await recipientPage.setViewportSize({ width: 280, height: 653 });
  expect(await overflow(recipientPage)).toBeLessThanOrEqual(0);
  for (const name of ["Choose files", "Take a photo"]) {
    const button = recipientPage.getByRole("button", { name }).first();
    expect(await button.evaluate((element) => element.scrollWidth - element.clientWidth), name).toBe(0);
  }
  await requesterPage.setViewportSize({ width: 844, height: 390 });
  await devTools.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: 59, right: 59 } });
  const title = await requesterPage.getByLabel("Title").boundingBox();
  expect(title?.x).toBeGreaterThanOrEqual(59);
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(844 - 59);
});
