import type { Play } from "../tape/play.ts";
import type { Tape } from "../tape/tape.ts";

/** Something that is wrong or unusual, over any tape. */
export interface Scenario {
  /** What a tester will see of it, in a sentence. */
  says: string;
  /** The platform with it, made anew for each run: it may count. The tape is the one that is played. */
  over: (play: Play, tape: Tape) => Play;
  /** What is wrong with the device instead, for the page to arrange. */
  page?: ScenarioPage;
}

interface ScenarioPage {
  /** The browser says that there is no network. */
  offline?: true;
  /** Milliseconds that the device's clock is ahead of the tape's time. */
  clockAheadMs?: number;
}
