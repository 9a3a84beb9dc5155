import type { Respond } from "../tape/respond.ts";
import type { Tape } from "../tape/tape.ts";

/** A problem or unusual state that can be combined with any tape. */
export interface Scenario {
  /** One sentence on what a tester sees. */
  description: string;
  /** Wraps the responses of the tape. Called once per run, so the result may keep state. */
  wrap: (respond: Respond, tape: Tape) => Respond;
  /** Changes to the device, which the page makes. */
  page?: ScenarioPage;
}

interface ScenarioPage {
  /** The browser reports that it is offline. */
  offline?: true;
  /** Milliseconds by which the device's clock is ahead of the tape's time. */
  clockAheadMs?: number;
}
