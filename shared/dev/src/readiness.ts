import { setTimeout as wait } from "node:timers/promises";
import { localKeys } from "@sheaf/platform/keys";
import type { Addresses } from "./addresses.ts";
import type { Child } from "./child-process.ts";

/** A first start unpacks a database; a slow machine needs a while. Milliseconds. */
const patienceMs = 90_000;
const pauseMs = 100;

/**
 * Resolves when `url` answers with success.
 *
 * @throws when the process behind it ends first, or after 90 seconds.
 */
export async function whenReady(url: string, child: Child): Promise<void> {
  let endedBecause: string | undefined;
  void child.ended.then((reason) => (endedBecause = reason));

  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (endedBecause) throw new Error(`${child.name} ${endedBecause}`);
    if (await answers(url)) return;
    await wait(pauseMs);
  }
  throw new Error(`${child.name} did not answer at ${url} within ${patienceMs / 1000} seconds`);
}

/** Resolves when every part of a stack answers; one that plays tapes has no platform. */
export async function whenStackReady(
  addresses: Addresses,
  { platform, sidecar, web }: { platform?: Child; sidecar: Child; web: Child },
): Promise<void> {
  if (platform) {
    await whenReady(`${addresses.platform}/auth/v1/health?apikey=${localKeys.publishable}`, platform);
  }
  await whenReady(`${addresses.sidecar}/healthz`, sidecar);
  await whenReady(addresses.site, web);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(2000),
      headers: { accept: "text/html" },
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
