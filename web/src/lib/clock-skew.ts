import { sidecarPaths } from "@sheaf/contract/sidecar";
import { useSyncExternalStore } from "react";

/** Skew without an effect on sessions. Seconds. */
const tolerance = 60;

/** Seconds that this device's clock is ahead of the server's; negative if behind, 0 within the tolerance. */
let ahead = 0;
let checked = false;
const listeners = new Set<() => void>();

/** Measures the skew from the `Date` header of a sidecar response; CORS hides it for other origins. */
export function noteDateOf(response: Response): void {
  const date = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(date)) return;
  checked = true;
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

/** Requests the server's time once per page. Called only after failures that a wrong clock can cause. */
export async function checkClock(): Promise<void> {
  if (checked) return;
  checked = true;
  try {
    noteDateOf(await fetch(sidecarPaths.health, { method: "HEAD", cache: "no-store" }));
  } catch {
    checked = false;
  }
}

export function useSecondsAhead(): number {
  return useSyncExternalStore(
    subscribe,
    () => ahead,
    // Prerendered markup cannot know the device's clock.
    () => 0,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
