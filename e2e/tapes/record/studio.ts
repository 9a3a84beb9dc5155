import type { Browser } from "@playwright/test";
import { startRecordingProxy } from "@sheaf/mocks/record/recording-proxy";
import type { Recording } from "@sheaf/mocks/record/recorder";
import { startSidecar } from "../../fixtures/sidecar.ts";
import { storeSession } from "../../fixtures/stored-session.ts";
import { ports } from "../../stack.ts";
import { openContext } from "../browser.ts";
import type { Flow } from "../flow.ts";
import { realHands } from "../hands/real-hands.ts";
import { createWorld } from "../world/world.ts";
import { startPlatform } from "./platform.ts";
import { watchRequests } from "./settled.ts";

/** The product on a platform of its own, and something between the two that writes everything down. */
export interface Studio {
  record: (flow: Flow) => Promise<Recording>;
  stop: () => Promise<void>;
}

export async function startStudio(browser: Browser): Promise<Studio> {
  const siteUrl = `http://localhost:${ports.tapesSite}`;
  const platform = await startPlatform({ port: ports.tapesPlatform, siteUrl });
  const proxy = await startRecordingProxy({
    platformUrl: platform.url,
    ports: { page: ports.tapesPages, sidecar: ports.tapesSidecar },
  });
  const sidecar = await startSidecar({
    port: ports.tapesSite,
    platformUrl: proxy.pageUrl,
    internalUrl: proxy.sidecarUrl,
  });
  const world = createWorld({ ...platform, siteUrl });

  return {
    record: async (flow) => {
      await platform.reset();
      const scene = await flow.prepare(world);
      const session = await scene.as?.session();
      const context = await openContext(browser, { device: flow.device, siteUrl });
      try {
        if (session) await storeSession(context, session, siteUrl);
        const page = await context.newPage();
        const settled = watchRequests(page);
        proxy.begin();
        const answerOf = async (path: string | undefined) =>
          path === undefined ? undefined : page.waitForResponse((response) => response.url().endsWith(path));
        const asked = answerOf(scene.asks);
        await page.goto(scene.opens);
        await asked;
        // A person is slower than a script: what the page asks for when it is opened stands on the tape in any case.
        await settled();
        const askedLast = answerOf(scene.asksLast);
        await flow.walk(page, realHands({ page, world, scene, settled }));
        await askedLast;
        await settled();
        const recording = proxy.recording()?.finish({
          name: flow.name,
          says: flow.says,
          opens: scene.opens,
          ...(session && { session: { ...session } }),
        });
        if (!recording) throw new Error(`Nothing was recorded of "${flow.name}".`);
        return recording;
      } finally {
        await context.close();
      }
    },
    stop: async () => {
      await sidecar.stop();
      await proxy.stop();
      await platform.stop();
    },
  };
}
