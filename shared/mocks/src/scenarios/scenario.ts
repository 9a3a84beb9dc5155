import type { Play } from "../tape/play.ts";

/** Something that is wrong or unusual, over any tape. */
export interface Scenario {
  /** What a tester will see of it, in a sentence. */
  says: string;
  /** The platform with it, made anew for each run: it may count. */
  over: (play: Play) => Play;
}
