import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { scaled } from "@sheaf/testing/scaled";
import { expectNoViolations } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const command = fileURLToPath(new URL("../../shared/email/src/preview/write-preview.ts", import.meta.url));

test.beforeEach(() => test.setTimeout(scaled(120_000)));

test("every email of the preview fits 320 and 600 pixels, and can be read in both color schemes", async ({
  openBrowser,
}, testInfo) => {
  const folder = testInfo.outputPath("emails");
  await promisify(execFile)(process.execPath, [command, folder]);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".html") && file !== "index.html");
  expect(files.length).toBeGreaterThan(20);
  const page = await (await openBrowser({})).newPage();
  for (const file of files) {
    await page.setContent(await readFile(join(folder, file), "utf8"));
    for (const width of [320, 600]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${file} scrolls horizontally at ${width}`).toBeLessThanOrEqual(0);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page, { name: `${file}, ${colorScheme}`, rules: ["color-contrast"] });
    }
  }
});
