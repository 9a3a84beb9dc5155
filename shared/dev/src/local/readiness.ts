import { setTimeout as wait } from "node:timers/promises";
import { isListening } from "@sheaf/platform/free-port";
import { localKeys } from "@sheaf/platform/keys";
import type { Addresses } from "./addresses.ts";
import type { Child } from "../process/child-process.ts";

/** The first start unpacks a database, which takes a while on a slow machine. Milliseconds. */
const timeoutMs = 90_000;
const pauseMs = 100;

/**
 * Resolves when `url` responds with success.
 *
 * @throws when the process exits first, or after 90 seconds.
 */
export function whenReady(url: string, child: Child): Promise<void> {
  return whenTrue(() => isAnswering(url), { url, child });
}

/** Resolves when the platform accepts requests, which wait until it can respond. */
export const whenPlatformListens = ({ platform: url }: Addresses, child: Child): Promise<void> =>
  whenTrue(() => isListening(Number(new URL(url).port)), { url, child });

async function whenTrue(
  check: () => Promise<boolean>,
  { url, child }: { url: string; child: Child },
): Promise<void> {
  let endedBecause: string | undefined;
  void child.ended.then((reason) => (endedBecause = reason));

  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (endedBecause) throw new Error(`${child.name} ${endedBecause}`);
    if (await check()) return;
    await wait(pauseMs);
  }
  throw new Error(`${child.name} did not respond at ${url} within ${timeoutMs / 1000} seconds`);
}

/** Resolves when the platform responds. */
const whenPlatformReady = (addresses: Addresses, platform: Child): Promise<void> =>
  whenReady(`${addresses.platform}/auth/v1/health?apikey=${localKeys.publishable}`, platform);

/** Resolves when every part of a stack responds; without a platform and a worker when playing tapes. */
export async function whenStackReady(
  addresses: Addresses,
  { platform, sidecar, worker, web }: { platform?: Child; sidecar: Child; worker?: Child; web: Child },
): Promise<void> {
  await Promise.all([
    platform && whenPlatformReady(addresses, platform),
    whenReady(`${addresses.sidecar}/healthz`, sidecar),
    worker && whenReady(`${addresses.worker}/healthz`, worker),
    whenReady(addresses.site, web),
  ]);
}

async function isAnswering(url: string): Promise<boolean> {
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
