import { screen } from "@testing-library/react";
import { describe, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";

const platform = mockPlatform();

/** Screens that are good for something before the platform was asked anything. */
describe.each([
  ["landing", "Make a request"],
  ["sign-in", "Send me a code"],
  ["sign-up", "Send me a code"],
  ["forgot-password", "Send me a code"],
  ["link-problem", "This link did not work"],
  ["link-problem-signed-in", "1 of 2 addresses confirmed"],
  ["not-found", "There is nothing at this address"],
] as const)("the page %s", (tape, words) => {
  test.each(["unreachable", "offline", "slow", "broken", "malformed", "rate-limited", "expired"] as const)(
    "stands when the platform is %s",
    async (scenario) => {
      const { path } = await playTape(platform, tape, scenario);
      renderApp(path);
      await screen.findByText(words);
    },
  );
});
