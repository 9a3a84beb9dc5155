import { readFile, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { mailpitClient } from "@sheaf/platform/mailpit-client";
import { type DevServer, startDevServer } from "../fixtures/dev-server.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { desk, expect, test as base } from "../fixtures/test.ts";

const landing = fileURLToPath(new URL("../../web/src/features/landing/landing.tsx", import.meta.url));

/** Writes the file atomically, as editors do: a half-written file breaks the page. */
async function save(text: string): Promise<void> {
  await writeFile(`${landing}.saved`, text);
  await rename(`${landing}.saved`, landing);
}

const test = base.extend<{ dev: DevServer }>({
  dev: async ({}, provide) => {
    const server = await startDevServer();
    await provide(server);
    expect(await server.interrupt(), server.lines.slice(-20).join("\n")).toBe(0);
  },
});

test("pnpm dev prints its addresses, signs in the demo requester and applies a change without a reload", async ({
  dev,
  openBrowser,
}) => {
  const output = dev.lines.join("\n");
  expect(output).toContain(dev.siteUrl);
  expect(output).toContain(dev.mailboxUrl);

  const page = await (await openBrowser({ ...desk, baseURL: dev.siteUrl })).newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Ask once." })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  const source = await readFile(landing, "utf8");
  try {
    await save(source.replace("Ask once.", "Ask only once."));
    await expect(page.getByRole("heading", { name: "Ask only once." })).toBeVisible();
    expect(await page.evaluate(() => "notReloaded" in window)).toBe(true);
  } finally {
    await save(source);
  }

  await page.goto("/sign-in");
  await signInWithCode(page, mailpitClient({ url: dev.mailboxUrl }), "nora@okafor.example");
  await expect(page.getByText("Tax return 2026")).toBeVisible();
  await expect.poll(() => dev.lines.join("\n")).toContain("The demo workspace is complete.");
  // From here on the page is prerendered.
  await page.goto("/requests");
  await expect(page.getByText("Tax return 2026")).toBeVisible();
});
