import { AxeBuilder } from "@axe-core/playwright";
import { emailKinds } from "@sheaf/email/kinds";
import { authSamples } from "@sheaf/email/preview/auth-samples";
import { samples } from "@sheaf/email/preview/samples";
import { expect, test } from "../fixtures/test.ts";
import { scaled } from "../../shared/dev/src/tests/scaled.ts";

test.beforeEach(() => test.setTimeout(scaled(120_000)));

const emails = [
  ...samples.map(({ name, kind, facts }) => ({ name, html: emailKinds[kind](facts, "en").html })),
  ...authSamples.map(({ name, html }) => ({ name: `sign-in: ${name}`, html })),
];

test("every email fits 320 and 600 pixels, and its words can be read in both color schemes", async ({
  openBrowser,
}) => {
  const page = await (await openBrowser({})).newPage();
  for (const { name, html } of emails) {
    await page.setContent(html);
    for (const width of [320, 600]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name} scrolls horizontally at ${width}`).toBeLessThanOrEqual(0);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
      const summaries = violations.flatMap(({ nodes }) => nodes.map(({ html: node }) => node));
      expect(summaries, `contrast of ${name}, ${colorScheme}`).toEqual([]);
    }
  }
});
