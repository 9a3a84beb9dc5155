import process from "node:process";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { print, printTable } from "@sheaf/bench/report";
import { median, percentile } from "@sheaf/bench/statistics";
import { pages } from "@sheaf/contract/pages";
import { draftItem } from "@sheaf/contract/request-draft";
import { findChromium } from "../browser/chromium.ts";
import { startSidecar } from "../fixtures/sidecar.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { unwrap } from "../seed/unwrap.ts";
import { startPlatform } from "../tapes/record/platform.ts";
import { newPerson, newWorkspace, type Product } from "./product.ts";

/** Traces the editor of a draft while keys are typed, with 100 items and with 5. */
const keys = process.argv.includes("--quick") ? 20 : 240;
const checklists = [100, 5];
/** A frame at 60 a second. Milliseconds. */
const frameMs = 1000 / 60;
/** Between two keys, so that no frame of one is counted for the next. Milliseconds. */
const keyEveryMs = 60;
const typed = "statements of all accounts, every page ";

const sitePort = 4341;
const siteUrl = `http://localhost:${sitePort}`;
const stops: (() => Promise<unknown>)[] = [];
try {
  const platform = await startPlatform({ port: 24_471, siteUrl });
  stops.unshift(() => platform.stop());
  const sidecar = await startSidecar({ port: sitePort, platformUrl: platform.url });
  stops.unshift(() => sidecar.stop());
  const browser = await chromium.launch(await findChromium(process.env));
  stops.unshift(() => browser.close());
  const product: Product = { browser, siteUrl, url: platform.url, mailboxUrl: platform.mailboxUrl };
  const table: string[][] = [];
  for (const items of checklists) {
    const page = await openEditor(product, items);
    table.push(row(`${items} items, title of the request`, await traceKeys(page, "Title")));
    await page.getByRole("button", { name: "Edit Statement 3", exact: true }).click();
    table.push(row(`${items} items, title of an item`, await traceKeys(page, "Item title")));
    await page.context().close();
  }
  print(
    `Processor time of the main thread's longest task after each of ${keys} keys, in ms, and how many of these tasks ` +
      "took longer than a frame of 16.7 ms, waiting included:",
  );
  printTable(["", "median", "95th percentile", "longest", "longer than a frame"], table);
} finally {
  for (const stop of stops) await stop();
}

async function openEditor(product: Product, items: number): Promise<Page> {
  const requester = await newPerson(product, "Nora");
  const workspace = await newWorkspace(requester);
  const draft = {
    title: "Tax return 2026",
    message: "",
    due_on: "2031-11-27",
    recipients: [{ email: "anna@bench.example", name: "" }],
    items: Array.from({ length: items }, (_, index) => draftItem(`Statement ${index + 1}`)),
  };
  const id = unwrap(await requester.client.rpc("create_request", { workspace, draft }));
  const context = await product.browser.newContext({ baseURL: siteUrl });
  await storeSession(context, await requester.session(), siteUrl);
  const page = await context.newPage();
  await page.goto(pages.editRequest.href({ id }));
  await page.getByRole("button", { name: `Edit Statement ${items}`, exact: true }).waitFor();
  return page;
}

interface TraceEvent {
  name: string;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args: { data?: { type?: string } };
}

/** The longest task from a key until the next, in milliseconds. */
interface Longest {
  taken: number;
  /** Without waiting for a processor. */
  worked: number;
}

async function traceKeys(page: Page, field: string): Promise<Longest[]> {
  await page.getByLabel(field, { exact: true }).focus();
  const client = await page.context().newCDPSession(page);
  const events = await trace(client, async () => {
    for (let index = 0; index < keys; index += 1) {
      await page.keyboard.press(typed.charAt(index % typed.length));
      await page.waitForTimeout(keyEveryMs);
    }
  });
  const presses = events.filter(
    ({ name, args }) => name === "EventDispatch" && args.data?.type === "keydown",
  );
  if (presses.length !== keys) throw new Error(`${presses.length} of ${keys} keys are in the trace.`);
  const tasks = events.filter(({ name, tid }) => name === "RunTask" && tid === presses[0]?.tid);
  return presses.map(({ ts }, index) => {
    const until = presses[index + 1]?.ts ?? ts + keyEveryMs * 1000;
    const following = tasks.filter((task) => task.ts + (task.dur ?? 0) > ts && task.ts < until);
    return {
      taken: Math.max(0, ...following.map(({ dur = 0 }) => dur)) / 1000,
      worked: Math.max(0, ...following.map(({ tdur = 0 }) => tdur)) / 1000,
    };
  });
}

async function trace(client: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  client.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const done = new Promise<void>((resolve) => client.once("Tracing.tracingComplete", () => resolve()));
  await client.send("Tracing.start", {
    traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] },
  });
  await act();
  await client.send("Tracing.end");
  await done;
  return events.toSorted((one, other) => one.ts - other.ts);
}

function row(label: string, longest: readonly Longest[]): string[] {
  const worked = longest.map((each) => each.worked);
  const late = longest.filter(({ taken }) => taken > frameMs).length;
  const figures = [median(worked), percentile(worked, 0.95), Math.max(...worked)];
  return [label, ...figures.map((ms) => ms.toFixed(1)), `${late} of ${longest.length}`];
}
