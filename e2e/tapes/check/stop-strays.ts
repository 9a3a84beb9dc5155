import { once } from "node:events";
import { createServer } from "node:http";
import type { BrowserContext, Page } from "@playwright/test";
import { type RunReport, runReportPath } from "@sheaf/mocks/run";
import { expect } from "../expect.ts";
import { ports } from "../../stack.ts";
import type { QaSite } from "./qa-site.ts";
import { strays } from "./strays.ts";

/** Makes requests that no tape has. Each must be named as a miss, and none may reach anybody. */
export async function stopStrays(
  context: BrowserContext,
  site: QaSite,
): Promise<{ made: number; problems: string[] }> {
  const reached: string[] = [];
  const elsewhere = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.end();
  });
  elsewhere.listen(ports.tapesElsewhere, "127.0.0.1");
  await once(elsewhere, "listening");
  const origins = { platform: site.platformUrl, elsewhere: `http://127.0.0.1:${ports.tapesElsewhere}` };
  const problems: string[] = [];
  try {
    for (const [index, { what, asks, ending = "", make, namedByOrigin }] of strays.entries()) {
      const page = await context.newPage();
      await page.goto("/?qa=requests-empty");
      await expect(page.getByText("Nothing is open")).toBeVisible();
      const mark = `stray-${index}${ending}`;
      await make(page, `${origins[asks]}/${mark}`);
      if (!(await isNamed(page, namedByOrigin ? origins[asks] : mark)))
        problems.push(`${what}: is not named as a miss`);
      await page.close();
    }
    // Whoever was reached in spite of all would have been by now: every other answer has come.
    return {
      made: strays.length,
      problems: [...problems, ...reached.map((path) => `reached somebody: ${path}`)],
    };
  } finally {
    elsewhere.close();
  }
}

/** Whether the page, or what stands in for the platform, tells of the request as one that it has no answer to. */
async function isNamed(page: Page, mark: string): Promise<boolean> {
  const named = async () => {
    // A download may have taken the page along; what stands in for the platform answers for itself.
    const told = await page.context().request.get(runReportPath);
    const sidecar = (await told.json()) as RunReport;
    const whole = await page.evaluate(() => window.sheafQa?.report()).catch(() => undefined);
    return [...sidecar.misses, ...(whole?.misses ?? [])].some(({ request }) => request.includes(mark));
  };
  try {
    await expect.poll(named, { timeout: 5000 }).toBe(true);
    return true;
  } catch {
    return false;
  }
}
