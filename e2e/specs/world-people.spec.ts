import { draftItem } from "@sheaf/contract/request-draft";
import type { Locator } from "@playwright/test";
import { pdf } from "../fixtures/documents.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";

const title = "דוח שנתי 2026 (Tax).";
const item = "דפי חשבון 2026 (PDF).";
const message = "נא לשלוח את ה-PDF עד 30.11.";
const file = "חשבונית (2) 2026.pdf";

/** The direction that the words themselves are shown in. */
const direction = (words: Locator) =>
  words.evaluate((element) => getComputedStyle(element.closest("[dir]") ?? element).direction);

test("a request in Hebrew keeps its full stops, numbers and Latin words in place, on both sides", async ({
  seedSentRequest,
}, testInfo) => {
  const instructions = "שלושת החודשים האחרונים (PDF).";
  const { requesterPage, recipientPage, request } = await seedSentRequest({
    items: [{ ...draftItem(item), instructions }, "Passport (2)."],
  });
  await request.edit({ title, message });
  await request.add(item, { ...(await pdf("invoice.pdf")), name: file });
  await recipientPage.reload();
  await expect(recipientPage.getByRole("heading", { name: title })).toBeVisible();
  await recipientPage.getByRole("heading", { name: item }).click();
  await expect(recipientPage.getByText(file)).toBeVisible();
  for (const words of [title, message, item, file]) {
    expect(await direction(recipientPage.getByText(words).first()), words).toBe("rtl");
  }
  expect(await direction(recipientPage.getByText("Passport (2).").first())).toBe("ltr");
  await inspectScreen(recipientPage, "hebrew-recipient", testInfo);

  await requesterPage.reload();
  await expect(requesterPage.getByText(file).first()).toBeVisible();
  for (const words of [title, item, instructions, file]) {
    expect(await direction(requesterPage.getByText(words).first()), words).toBe("rtl");
  }
  expect(await direction(requesterPage.getByText("Passport (2).").first())).toBe("ltr");
  await inspectScreen(requesterPage, "hebrew-requester", testInfo);
});
