import { screen } from "@testing-library/react";
import { test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";

const platform = mockPlatform();

// A separate file: the measured clock skew is module state that lasts as long as the page.
test("a device whose clock is two hours ahead can still load data", async () => {
  const { path } = await playTape(platform, "requests-filled", "clock-off");
  renderApp(path);
  await screen.findByRole("link", { name: "Mortgage application" });
  screen.getByText("Nora Okafor");
});
