import type { Page } from "@playwright/test";
import type { SeedData } from "./seed/seed-data.ts";
import type { Person } from "../seed/person.ts";

/** A user flow or a state of a screen. Each has one tape. */
export interface Flow {
  /** The tape's name in kebab-case. The name of a state starts with its screen. */
  name: string;
  /** One sentence for testers. */
  description: string;
  device: "phone" | "desk";
  /** Creates the data that the flow needs. */
  prepare: (seed: SeedData) => Promise<FlowStart>;
  /** Acts in the browser, starting on the start path, and waits for the last result. */
  run: (page: Page, inputs: TestUserInputs) => Promise<void>;
}

/** State of the browser at the start of a flow. */
export interface FlowStart {
  /** Path and query of a page. */
  startPath: string;
  /**
   * Platform path of a request that the page makes by itself. The flow waits for its response, so that it is always on
   * the tape.
   */
  awaits?: string;
  /** The same for the last page. */
  awaitsLast?: string;
  /** Signed-in user; absent when signed out. */
  as?: Person;
  /** Person whose authenticator app is available. */
  authenticator?: Person;
}

/**
 * Inputs from outside the browser. They are real during recording. During playback there is no mailbox and no
 * authenticator app, and any value in the right format works.
 */
export interface TestUserInputs {
  /** Code in the newest email to an address. */
  code: (email: string) => Promise<string>;
  /** Opens the link in the newest email to an address. */
  openEmailedLink: (email: string) => Promise<void>;
  /** Current code of the authenticator app. During setup it uses the key on the page. */
  authenticatorCode: () => Promise<string>;
}
