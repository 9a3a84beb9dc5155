import { screen } from "@testing-library/react";
import { describe, test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";

const platform = mockPlatform();

/** Screens that work without any response from the platform. */
describe.each([
  ["landing", "Open source. Run it yourself for free."],
  ["sign-in", "Send me a code"],
  ["sign-up", "Send me a code"],
  ["forgot-password", "Send me a code"],
  ["link-problem", "This link didn’t work"],
  ["link-problem-signed-in", "1 of 2 addresses confirmed"],
  ["not-found", "Page not found"],
] as const)("the page %s", (tape, text) => {
  test.each(["unreachable", "malformed", "expired"] as const)(
    "renders when the platform is %s",
    async (scenario) => {
      const { path } = await playTape(platform, tape, scenario);
      renderApp(path);
      await screen.findByText(text);
    },
  );
});
