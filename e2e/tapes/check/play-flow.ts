import type { BrowserContext } from "@playwright/test";
import { readTape } from "@sheaf/mocks/library";
import { isReading } from "@sheaf/mocks/tape/reading";
import { requestKey } from "@sheaf/mocks/tape/taped-request";
import type { Flow } from "../flow.ts";
import { playedHands } from "../hands/played-hands.ts";

export interface Played {
  /** What was not as on the tape: requests that it lacks, and writings that nobody made. */
  problems: string[];
  /** Readings that nobody asked for, as their keys. */
  unusedReadings: string[];
}

/** Walks a flow over its tape in the QA build. */
export async function playFlow(context: BrowserContext, flow: Flow): Promise<Played> {
  const tape = await readTape(flow.name);
  const readings = new Set(
    tape.takes.filter(({ request }) => isReading(request)).map(({ request }) => requestKey(request)),
  );
  const page = await context.newPage();
  try {
    await page.goto(`/?qa=${flow.name}`);
    const stopped = await flow.walk(page, playedHands(page)).then(
      () => [],
      // Where it got to; why is more often told by what was asked in vain.
      (error: unknown) => [String(error)],
    );
    const report = await page.evaluate(() => window.sheafQa?.report());
    if (!report) return { problems: ["The page has no report: this is no QA build."], unusedReadings: [] };
    const unmade = report.unused.filter((key) => !readings.has(key)).map((key) => `never made ${key}`);
    return {
      problems: [
        ...stopped,
        ...report.misses.map(({ request, why }) => `asked in vain for ${request}\n${why}`),
        ...(stopped.length > 0 ? [] : unmade),
      ],
      unusedReadings: report.unused.filter((key) => readings.has(key)),
    };
  } finally {
    await page.close();
  }
}
