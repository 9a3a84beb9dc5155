import type { Browser, Page } from "@playwright/test";
import { startRecordingProxy } from "@sheaf/mocks/record/recording-proxy";
import type { Recording } from "@sheaf/mocks/record/recorder";
import { startSidecar } from "../../fixtures/sidecar.ts";
import { storeSession } from "../../fixtures/stored-session.ts";
import { ports } from "../../stack.ts";
import { openContext } from "../browser.ts";
import type { Flow } from "../flow.ts";
import { createSeedData } from "../seed/seed-data.ts";
import { recordingInputs } from "../user-inputs/recording-inputs.ts";
import { watchRequests } from "./network-idle.ts";
import { startPlatform } from "./platform.ts";
import { createSharedSecretSettings } from "./shared-secret-settings.ts";

/** The product on its own local platform, with a recording proxy between the two. */
export interface RecordingEnvironment {
  record: (flow: Flow) => Promise<Recording>;
  stop: () => Promise<void>;
}

/** Distance between the ports of two environments. */
const portsPerLane = 10;

/** @param lane environments that run at the same time need different lanes. */
export async function startRecordingEnvironment(
  browser: Browser,
  { lane = 0 }: { lane?: number } = {},
): Promise<RecordingEnvironment> {
  const portOf = (name: "tapesSite" | "tapesPlatform" | "tapesPages" | "tapesSidecar") =>
    ports[name] + lane * portsPerLane;
  const siteUrl = `http://localhost:${portOf("tapesSite")}`;
  const settings = await createSharedSecretSettings();
  const platform = await startPlatform({ port: portOf("tapesPlatform"), siteUrl, settings: settings.folder });
  const proxy = await startRecordingProxy({
    platformUrl: platform.url,
    ports: { page: portOf("tapesPages"), sidecar: portOf("tapesSidecar") },
  });
  const sidecar = await startSidecar({
    port: portOf("tapesSite"),
    platformUrl: proxy.pageUrl,
    internalUrl: proxy.sidecarUrl,
  });
  const seed = createSeedData({ ...platform, siteUrl });
  const contexts = {
    desk: await openContext(browser, { device: "desk", siteUrl }),
    phone: await openContext(browser, { device: "phone", siteUrl }),
  };

  async function runFlow(page: Page, flow: Flow): Promise<Recording> {
    const networkIdle = watchRequests(page);
    const start = await flow.prepare(seed);
    const session = await start.as?.session();
    if (session) await storeSession(page.context(), session, siteUrl);
    proxy.begin();
    const responseTo = async (path: string | undefined) =>
      path === undefined ? undefined : page.waitForResponse((response) => response.url().endsWith(path));
    const awaited = responseTo(start.awaits);
    await page.goto(start.startPath);
    await awaited;
    // A script acts faster than a user: requests that the page makes when it opens must be on the tape in any case.
    await networkIdle();
    const awaitedLast = responseTo(start.awaitsLast);
    await flow.run(page, recordingInputs({ page, seed, start, networkIdle }));
    await awaitedLast;
    await networkIdle();
    const recording = proxy.recording()?.finish({
      name: flow.name,
      description: flow.description,
      startPath: start.startPath,
      ...(session && { session: { ...session } }),
    });
    if (!recording) throw new Error(`Nothing was recorded of "${flow.name}".`);
    return recording;
  }

  return {
    record: async (flow) => {
      const context = contexts[flow.device];
      const page = await context.newPage();
      try {
        await Promise.all([platform.reset(), clearStorage(page, siteUrl)]);
        return await runFlow(page, flow);
      } finally {
        await page.close();
      }
    },
    stop: async () => {
      await Promise.all(Object.values(contexts).map((context) => context.close()));
      await sidecar.stop();
      await proxy.stop();
      await platform.stop();
      await settings.remove();
    },
  };
}

/** Clears everything but the HTTP cache: a new context for each flow would compile the page's scripts again. */
async function clearStorage(page: Page, siteUrl: string): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Storage.clearDataForOrigin", { origin: siteUrl, storageTypes: "all" });
  await devTools.detach();
}
