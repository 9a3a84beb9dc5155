import type { Locator, Page } from "@playwright/test";
import { expect } from "./expect.ts";
import type { Flow } from "./flow.ts";

interface State extends Pick<Flow, "name" | "description" | "prepare"> {
  device?: Flow["device"];
  /** Steps after the screen was opened. Default: none. */
  steps?: Flow["run"];
  /** Visible when the screen is in this state. */
  shows: (page: Page) => Locator;
}

/** Creates the flow for a state of a screen. Default device: desk. */
export function state({ device = "desk", steps, shows, ...flow }: State): Flow {
  return {
    ...flow,
    device,
    run: async (page, inputs) => {
      await steps?.(page, inputs);
      await expect(shows(page)).toBeVisible();
    },
  };
}
