import { once } from "node:events";
import { createServer } from "node:http";
import type { BrowserContext, Page } from "@playwright/test";
import { runReportPath } from "@sheaf/mocks/run";
import type { RunReport } from "@sheaf/mocks/tape/run-report";
import { expect } from "../expect.ts";
import { ports } from "../../stack.ts";
import type { QaSite } from "./qa-site.ts";
import { unhandledRequests } from "./unhandled-requests.ts";

/** Makes requests that no tape has. Each must be reported as a miss, and none may reach a server. */
export async function blockUnhandledRequests(
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
  let page: Page | undefined;
  try {
    for (const [index, unhandled] of unhandledRequests.entries()) {
      const { title, target, extension = "", make, reportsOriginOnly, leavesPage } = unhandled;
      page ??= await openEmptyList(context);
      const current = page;
      const path = `unhandled-${index}${extension}`;
      const mark = reportsOriginOnly ? origins[target] : path;
      const before = await countMisses(current, mark);
      await make(current, `${origins[target]}/${path}`);
      const reported = await grows(() => countMisses(current, mark), before);
      if (!reported) problems.push(`${title}: not reported as a miss`);
      if (!leavesPage && reported) continue;
      await page.close();
      page = undefined;
    }
    // Every response has arrived by now, so a request that got through would have been seen.
    return {
      made: unhandledRequests.length,
      problems: [...problems, ...reached.map((path) => `reached a server: ${path}`)],
    };
  } finally {
    await page?.close();
    elsewhere.close();
  }
}

async function openEmptyList(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/requests?qa=requests-empty");
  await expect(page.getByText("No open requests")).toBeVisible();
  return page;
}

/** Misses whose request contains `mark`, of the page and of the platform stand-in. */
async function countMisses(page: Page, mark: string): Promise<number> {
  // A download may have replaced the page; the sidecar still reports its own misses.
  const sidecar = (await (await page.context().request.get(runReportPath)).json()) as RunReport;
  const merged = await page.evaluate(() => window.sheafQa?.report()).catch(() => undefined);
  const misses = [...sidecar.misses, ...(merged?.misses ?? [])];
  return misses.filter(({ request }) => request.includes(mark)).length;
}

async function grows(count: () => Promise<number>, before: number): Promise<boolean> {
  try {
    await expect.poll(count, { timeout: 5000, intervals: [20, 50, 100] }).toBeGreaterThan(before);
    return true;
  } catch {
    return false;
  }
}
