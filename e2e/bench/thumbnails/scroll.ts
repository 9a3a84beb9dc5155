import type { UnwatchedPage } from "./unwatched-page.ts";

/** Pixels per second, like a user who scrolls to find a file. */
export const speed = 800;
/** A frame at 60 a second. Milliseconds. */
const frameMs = 1000 / 60;

/** From one frame to the next, in milliseconds. */
export type Intervals = number[];

/** Scrolls as a wheel does, outside the page's main thread, and notes each frame in which the page could draw. */
export async function scroll(page: UnwatchedPage, pixels: number): Promise<Intervals> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { times });
    const note = (at: number) => {
      if (times !== (globalThis as { times?: number[] }).times) return;
      times.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const gesture = { x: 400, y: 400, yDistance: -pixels, speed, preventFling: true };
  await page.send("Input.synthesizeScrollGesture", gesture);
  const times = await page.evaluate(() => {
    const { times } = globalThis as unknown as { times: number[] };
    Reflect.deleteProperty(globalThis, "times");
    return times;
  });
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
}

export function countDropped(intervals: Intervals): number {
  return intervals
    .map((interval) => Math.max(0, Math.round(interval / frameMs) - 1))
    .reduce((sum, count) => sum + count, 0);
}
