import { screen } from "@testing-library/react";
import { test } from "vitest";
import { mockPlatform } from "../../testing/mock-platform.ts";
import { playTape } from "../../testing/play-tape.ts";
import { renderApp } from "../../testing/render-app.tsx";

const platform = mockPlatform();

// Its own file: the hint about the clock stays for as long as a page does.
test("a device whose clock is two hours ahead reads on, its token looking old each time", async () => {
  const { path } = await playTape(platform, "requests-filled", "clock-off");
  renderApp(path);
  await screen.findByRole("link", { name: "Mortgage application" });
  screen.getByText("Nora Okafor");
});
