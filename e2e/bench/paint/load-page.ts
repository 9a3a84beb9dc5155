import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";

/** A middling phone on a slow connection. */
export const throttling = { cpu: 4, latencyMs: 150, megabitsPerSecond: 1.6 } as const;

export interface Subject {
  name: string;
  url: string;
  /** Selector of an element that the finished page has, and that React then owns. */
  usable: string;
  /** The form to submit as soon as it works: its fields and their values. */
  form?: { fields: Record<string, string>; button: string } | undefined;
  /** Signs the browser in. */
  prepare?: (context: BrowserContext) => Promise<void>;
}

/** Of one visit with an empty cache. Milliseconds since the navigation began. */
export interface Visit {
  firstPaint: number;
  usable: number;
  /** Time at which the form's request left the browser. */
  submit: number;
  /** Bytes of scripts that had arrived when the page was usable, as transferred, and their number. */
  scriptBytes: number;
  scripts: number;
  /** Cumulative layout shift. */
  shift: number;
}

/** Opens the page again and writes a trace for the Performance panel of Chromium's developer tools. */
export async function tracePage(browser: Browser, subject: Subject, path: string): Promise<void> {
  await loadPage(browser, subject, async (page) => {
    await browser.startTracing(page, { path, screenshots: true });
    return () => browser.stopTracing();
  });
}

type Watch = (page: Page) => Promise<() => Promise<unknown>>;

/**
 * Opens the page in a new, throttled browser context, and submits its form once that works.
 *
 * @param watch starts before the visit; the function that it returns ends it.
 */
export async function loadPage(browser: Browser, subject: Subject, watch?: Watch): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  try {
    await subject.prepare?.(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await watchTraffic(session);
    await throttle(session);
    await page.addInitScript(watchPage, { usable: subject.usable, form: subject.form });
    const stopWatching = await watch?.(page);
    await page.goto(subject.url, { waitUntil: "commit" });
    const seen = await marks(page, subject.form !== undefined);
    await stopWatching?.();
    const scripts = traffic.scripts.filter(({ at }) => at <= seen.usable);
    return {
      ...seen,
      submit: subject.form ? await traffic.posted : Number.NaN,
      scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      scripts: scripts.length,
    };
  } finally {
    await context.close();
  }
}

async function throttle(session: CDPSession): Promise<void> {
  const bytesPerSecond = (throttling.megabitsPerSecond * 1_000_000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: throttling.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttling.cpu });
}

/** Scripts as they arrive, and the time of the first request to Auth that sends something. */
async function watchTraffic(session: CDPSession) {
  let startedAt: number | undefined;
  const scripts: { at: number; bytes: number }[] = [];
  const pending = new Set<string>();
  const since = (timestamp: number) => (timestamp - (startedAt ?? timestamp)) * 1000;
  const { promise: posted, resolve } = Promise.withResolvers<number>();
  session.on("Network.requestWillBeSent", ({ type, request, timestamp }) => {
    startedAt ??= timestamp;
    if (type !== "Document" && request.method === "POST" && request.url.includes("/auth/v1/"))
      resolve(since(timestamp));
  });
  session.on("Network.responseReceived", ({ type, requestId }) => {
    if (type === "Script") pending.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
    if (pending.delete(requestId)) scripts.push({ at: since(timestamp), bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return { scripts, posted };
}

interface Marks {
  firstPaint: number;
  usable: number;
  shift: number;
}

/** Reads what `watchPage` noted, once all of it has happened. */
async function marks(page: Page, hasForm: boolean): Promise<Marks> {
  const complete = await page.waitForFunction(
    (hasForm) => {
      const noted = (globalThis as { paint?: Partial<Marks> & { submitted?: boolean } }).paint;
      if (noted?.firstPaint === undefined || noted.usable === undefined) return undefined;
      // The font may move text when it replaces the system's.
      const hasFont = [...document.fonts].some(
        ({ family, status }) => status === "loaded" && !/fallback/i.test(family),
      );
      return hasFont && (!hasForm || noted.submitted) ? noted : undefined;
    },
    hasForm,
    { polling: 100, timeout: 30_000 },
  );
  return (await complete.jsonValue()) as Marks;
}

/** Runs in the page before its own scripts. */
function watchPage({ usable, form }: { usable: string; form: Subject["form"] }): void {
  const noted = { shift: 0 } as { shift: number; firstPaint?: number; usable?: number; submitted?: boolean };
  Object.assign(globalThis, { paint: noted });
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === "first-contentful-paint") noted.firstPaint = startTime;
  }).observe({ type: "paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) noted.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });

  /** React keeps its properties on each element that it renders or has hydrated. */
  const isOwned = (element: Element | null) =>
    element !== null && Object.keys(element).some((key) => key.startsWith("__reactProps"));
  const type = (selector: string, text: string) => {
    const field = document.querySelector<HTMLInputElement>(selector);
    // Not the element's own setter, which React has replaced to notice changes.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const look = () => {
    if (isOwned(document.querySelector(usable))) return begin();
    requestAnimationFrame(look);
    return undefined;
  };
  const begin = () => {
    noted.usable = performance.now();
    for (const [selector, text] of Object.entries(form?.fields ?? {})) type(selector, text);
    if (form) submit(form.button);
  };
  const submit = (selector: string) => {
    const button = document.querySelector<HTMLButtonElement>(selector);
    const press = () => {
      button?.click();
      noted.submitted = true;
    };
    // Sheaf marks the button until a press would have an effect.
    if (button?.getAttribute("aria-disabled") === "true") requestAnimationFrame(() => submit(selector));
    // After React has rendered what was typed.
    else setTimeout(press);
  };
  requestAnimationFrame(look);
}
