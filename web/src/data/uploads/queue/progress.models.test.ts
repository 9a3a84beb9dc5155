import { describe, expect, test } from "vitest";
import { advanceProgress, percentOf, progressText, secondsLeft, startProgress } from "./progress.models.ts";

describe("the progress of an upload", () => {
  test("starts at 0% without a time left", () => {
    expect(progressText(startProgress(1000, 0))).toBe("0%");
  });

  test("shows the time left once the speed is known", () => {
    const half = advanceProgress(startProgress(10_000, 0), 5000, 1000);
    expect(progressText(half)).toBe("50%, 1 s left");
  });

  test("counts bytes at once but measures the speed over an interval", () => {
    const soon = advanceProgress(startProgress(1000, 0), 900, 100);
    expect(percentOf(soon)).toBe(90);
    expect(secondsLeft(soon)).toBeUndefined();
  });

  test("starts at the bytes already uploaded and measures the speed of the new ones only", () => {
    const resumed = startProgress(10_000, 0, 8000);
    expect(progressText(resumed)).toBe("80%");
    const moved = advanceProgress(resumed, 8500, 1000);
    expect(moved.speed).toBe(500);
    expect(progressText(moved)).toBe("85%, 3 s left");
  });

  test("raises the time left gradually when the connection slows down", () => {
    const fast = advanceProgress(startProgress(100_000, 0), 10_000, 1000);
    const slower = advanceProgress(fast, 11_000, 2000);
    expect(fast.speed).toBe(10_000);
    expect(slower.speed).toBeGreaterThan(1000);
    expect(slower.speed).toBeLessThan(10_000);
  });

  test("shows no time left while no bytes are sent", () => {
    expect(progressText(advanceProgress(startProgress(1000, 0), 0, 5000))).toBe("0%");
  });

  test.each([
    [0, 1000, 0],
    [619, 1000, 61],
    [999_999, 1_000_000, 99],
    [1000, 1000, 100],
    [0, 0, 100],
  ])("shows %i of %i bytes as %i percent", (loaded, total, percent) => {
    expect(percentOf({ loaded, total })).toBe(percent);
  });

  test.each([
    [59, "59 s"],
    [60, "1 min"],
    [61, "2 min"],
    [3540, "59 min"],
    [3600, "1 h 0 min"],
    [7500, "2 h 5 min"],
  ])("formats %i seconds as %s", (seconds, text) => {
    const progress = { ...startProgress(seconds * 100, 0), speed: 100 };
    expect(progressText(progress)).toBe(`0%, ${text} left`);
  });
});
