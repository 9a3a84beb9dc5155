import type { BrowserContext, Locator, Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { pages } from "@sheaf/contract/pages";
import process from "node:process";
import { pdf, picture } from "../fixtures/documents.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

/** Sets the direction before the page's first script, as a document in Arabic or Hebrew does. */
const turnRound = (context: BrowserContext) =>
  context.addInitScript(() => {
    const turn = () => {
      if (document.documentElement) document.documentElement.dir = "rtl";
    };
    turn();
    new MutationObserver(turn).observe(document, { childList: true });
  });

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("Nothing is shown.");
  return { ...box, right: box.x + box.width };
};

const directionOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).direction);

/** The side on which the last letter of a text of one line is. */
const endsOf = (locator: Locator) =>
  locator.first().evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const boxes: DOMRect[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      for (let at = 0; at < (node.nodeValue?.length ?? 0); at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        boxes.push(range.getBoundingClientRect());
      }
    }
    const last = boxes.at(-1);
    return last && boxes.every(({ right }) => right <= last.right + 0.5) ? "right" : "left";
  });

const scaleOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).scale);

/** Looks at the page at the width of a phone and of a desk. */
async function atBothWidths(page: Page, name: string, look?: () => Promise<void>): Promise<void> {
  for (const [width, { viewport }] of Object.entries({ phone, desk })) {
    if (viewport) await page.setViewportSize(viewport);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.body.offsetWidth,
    );
    expect(overflow, `${name} scrolls sideways on a ${width}`).toBeLessThanOrEqual(0);
    await look?.();
    if (process.env["E2E_SCREENSHOTS"] !== undefined) {
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) });
    }
  }
}

async function expectInWindow(page: Page, menu: Locator): Promise<void> {
  const { x, right } = await boxOf(menu);
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(width);
}

test("a page from right to left is mirrored, with codes, addresses and pictures as they are", async ({
  seedSentRequest,
  browser,
}) => {
  const payslips = draftItem("Payslips (2026)!");
  const { requesterPage, recipientPage, deskContext, phoneContext, link, recipientEmail, request } =
    await seedSentRequest({ items: [payslips, "Bank statement"], only: "requester" });
  await request.add(
    payslips.title,
    await pdf("august 2026.pdf"),
    await picture(recipientPage, "september.jpg"),
  );
  for (const context of [deskContext, phoneContext]) await turnRound(context);

  await test.step("the checklist and its menu", async () => {
    await recipientPage.goto(link);
    await expect(recipientPage.getByText(/items? left/)).toBeVisible();
    expect(await directionOf(recipientPage.locator("body"))).toBe("rtl");
    const account = recipientPage.getByRole("button", { name: /^Signed in as/ });
    await atBothWidths(recipientPage, "checklist", async () => {
      await account.click();
      await expectInWindow(recipientPage, recipientPage.getByRole("menu"));
      await recipientPage.keyboard.press("Escape");
    });
  });

  const page = requesterPage;
  await test.step("the request, whose menu opens within the window", async () => {
    await page.goto(pages.request.href({ id: request.id }));
    await expect(page.getByText(payslips.title).first()).toBeVisible();
    const more = page.getByRole("button", { name: "More", exact: true });
    await atBothWidths(page, "request", async () => {
      await more.click();
      await expectInWindow(page, page.getByRole("menu"));
      await page.keyboard.press("Escape");
    });
    expect(await directionOf(page.locator('[translate="no"]', { hasText: recipientEmail }).first())).toBe(
      "ltr",
    );
    const title = page.getByRole("heading", { name: payslips.title });
    expect(await endsOf(title), "a title’s last mark stays on its right").toBe("right");
    expect(await endsOf(page.locator('[translate="no"]', { hasText: "august 2026.pdf" }))).toBe("right");
  });

  await test.step("the review, where the arrow that points onward shows the next file", async () => {
    await page.goto(`${pages.request.href({ id: request.id })}/review`);
    await expect(page.getByText("File 1 of 2")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText("File 2 of 2")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("File 1 of 2")).toBeVisible();
    const next = page.getByRole("button", { name: "Next file" });
    const previous = page.getByRole("button", { name: "Previous file" });
    expect((await boxOf(next)).right).toBeLessThanOrEqual((await boxOf(previous)).x);
    expect(await scaleOf(next.locator("svg"))).toBe("-1 1");
    expect(await scaleOf(page.getByRole("button", { name: "Rotate" }).locator("svg"))).toBe("none");

    const drawn = page.locator("canvas[data-drawn]").first();
    await expect(drawn).toBeVisible();
    for (const _step of [1, 2, 3]) await page.keyboard.press("+");
    const area = page.locator("[data-scrolls]").first();
    const shown = () =>
      area.evaluate((element) => [element.scrollLeft, element.scrollWidth > element.clientWidth]);
    await expect.poll(shown).toEqual([0, true]);
    await page.keyboard.press("ArrowRight");
    expect(await shown(), "nothing is beyond the edge where the page begins").toEqual([0, true]);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(async () => Number((await shown())[0])).toBeLessThan(0);
    await page.keyboard.press("0");

    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toContainText("Jor←");
    await page.keyboard.press("Escape");
    await atBothWidths(page, "review");
  });

  await test.step("the editor, whose empty field begins where the page does", async () => {
    await page.goto(pages.newRequest.href());
    const title = page.getByLabel("Title", { exact: true });
    await expect(title).toBeVisible();
    expect(await directionOf(title), "an empty field begins where the page does").toBe("rtl");
    await title.fill("Invoice 3.");
    await atBothWidths(page, "new-request");
  });

  await test.step("a code, whose first digit is on the left", async () => {
    const visitor = await (await browser.newContext({ baseURL: new URL(link).origin, ...phone })).newPage();
    await turnRound(visitor.context());
    await visitor.goto("/sign-in");
    await visitor.getByLabel("Your email").fill(recipientEmail);
    await visitor.getByRole("button", { name: "Send me a code" }).click();
    const code = visitor.getByLabel("Code, 8 digits");
    await code.pressSequentially("123");
    expect(await directionOf(code)).toBe("ltr");
    const digit = (text: string) => boxOf(visitor.getByText(text, { exact: true }));
    expect((await digit("1")).right).toBeLessThan((await digit("2")).x);
    expect((await digit("2")).right).toBeLessThan((await digit("3")).x);
    await atBothWidths(visitor, "code");
    await visitor.context().close();
  });
});
