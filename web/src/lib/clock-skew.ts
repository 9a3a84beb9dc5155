import { sidecarPaths } from "@sheaf/contract/sidecar";
import { useSyncExternalStore } from "react";

/** A difference that no session notices. Seconds. */
const tolerance = 60;

/** Seconds that this device's clock is ahead of the service's; negative behind; 0 while it is near enough. */
let ahead = 0;
let asked = false;
const listeners = new Set<() => void>();

/** Takes note of when an answer of our own was made; other services hide that from a page. */
export function noteDateOf(answer: Response): void {
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(date)) return;
  asked = true;
  const off = secondsAhead(Date.now(), date);
  if (off === ahead) return;
  ahead = off;
  for (const listener of listeners) listener();
}

/** @returns whole seconds; 0 within the tolerance. Both in milliseconds since 1970. */
export function secondsAhead(here: number, there: number): number {
  const seconds = Math.round((here - there) / 1000);
  return Math.abs(seconds) > tolerance ? seconds : 0;
}

/** Asks our own server for the time, once per page: worth it only when something has failed that a clock can cause. */
export async function checkClock(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    noteDateOf(await fetch(sidecarPaths.health, { method: "HEAD", cache: "no-store" }));
  } catch {
    asked = false;
  }
}

export function useSecondsAhead(): number {
  return useSyncExternalStore(
    subscribe,
    () => ahead,
    // Markup that was made before anybody asked for it knows no device.
    () => 0,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
