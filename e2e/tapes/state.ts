import type { Locator, Page } from "@playwright/test";
import { expect } from "./expect.ts";
import type { Flow } from "./flow.ts";

interface State extends Pick<Flow, "name" | "says" | "prepare"> {
  device?: Flow["device"];
  /** What somebody does after the screen was opened; nothing unless told. */
  steps?: Flow["walk"];
  /** What is seen when the screen is in this state. */
  shows: (page: Page) => Locator;
}

/** A state of a screen, at a desk unless told otherwise: it is opened, and stays as it is. */
export function state({ device = "desk", steps, shows, ...flow }: State): Flow {
  return {
    ...flow,
    device,
    walk: async (page, hands) => {
      await steps?.(page, hands);
      await expect(shows(page)).toBeVisible();
    },
  };
}
