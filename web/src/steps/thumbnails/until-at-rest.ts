/** A pause in scrolling that is no longer part of the gesture. Milliseconds. */
const restMs = 150;

let scrolledAt = Number.NEGATIVE_INFINITY;
// Also in boxes that scroll by themselves, whose events don't bubble.
addEventListener("scroll", () => (scrolledAt = performance.now()), { capture: true, passive: true });

/** Until nothing has scrolled for a moment: loading and drawing a file takes longer than a frame. */
export async function untilAtRest(): Promise<void> {
  for (;;) {
    const left = scrolledAt + restMs - performance.now();
    if (left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}
