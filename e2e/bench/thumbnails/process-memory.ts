import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import type { UnwatchedPage } from "./unwatched-page.ts";

/** Id of the process that renders the page: the only one that is busy while the page is. */
export async function processOf(browser: Browser, page: UnwatchedPage): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const cpuTimes = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    return new Map(
      processInfo.filter(({ type }) => type === "renderer").map(({ id, cpuTime }) => [id, cpuTime]),
    );
  };
  const before = await cpuTimes();
  await page.evaluate(() => {
    const until = performance.now() + 500;
    while (performance.now() < until);
  });
  const used = [...(await cpuTimes())].map(([id, time]) => ({ id, time: time - (before.get(id) ?? time) }));
  await session.detach();
  const [busiest] = used.toSorted((one, other) => other.time - one.time);
  if (!busiest) throw new Error("The browser has no process that renders pages.");
  return busiest.id;
}

/** Memory of a process that it doesn't share with others, every tenth of a second. Linux only. */
export function watchMemory(id: number) {
  const over = new AbortController();
  const samples: number[] = [];
  const sample = async () => {
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8");
    const kilobytes = ["Private_Clean", "Private_Dirty"].map((name) =>
      Number(new RegExp(`^${name}: +(\\d+) kB$`, "m").exec(rollup)?.[1]),
    );
    samples.push(1024 * kilobytes.reduce((sum, value) => sum + value, 0));
  };
  const watching = (async () => {
    do {
      await setTimeout(100);
      await sample();
    } while (!over.signal.aborted);
  })();
  const end = async () => {
    over.abort();
    await watching;
    return { peak: Math.max(...samples), last: samples.at(-1) ?? Number.NaN };
  };
  return { end };
}
