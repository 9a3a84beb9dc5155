import type { Page } from "@playwright/test";
import type { World } from "./world/world.ts";
import type { Person } from "./world/person.ts";

/** Something that somebody does with the product, or a state that a screen of it can have: one tape each. */
export interface Flow {
  /** The tape's name, in kebab-case; of a state the screen comes first. */
  name: string;
  /** What a tester finds on it, in a sentence. */
  says: string;
  device: "phone" | "desk";
  /** What happened before, by the same calls that people's browsers make. */
  prepare: (world: World) => Promise<Scene>;
  /** What somebody does in a browser that has opened the scene, to the last thing that they see. */
  walk: (page: Page, hands: Hands) => Promise<void>;
}

/** Where a flow begins. */
export interface Scene {
  /** Path and query of a page. */
  opens: string;
  /**
   * Path on the platform of what the page asks for by itself, in its own time: somebody walks on after that, so that it
   * stands on the tape in any case.
   */
  asks?: string;
  /** The same of the page on which somebody ends. */
  asksLast?: string;
  /** Who is signed in; absent for nobody. */
  as?: Person;
  /** Whose authenticator app is at hand. */
  authenticator?: Person;
}

/**
 * What a person holds besides the browser. While a tape is recorded it is real; while it is played there is no mailbox
 * and no app, and anything of the right shape will do.
 */
export interface Hands {
  /** The code in the newest mail to somebody. */
  code: (email: string) => Promise<string>;
  /** Opens the link in the newest mail to somebody. */
  openMailedLink: (email: string) => Promise<void>;
  /** What the authenticator app shows now. The app knows the key that stands on the page, where one does. */
  authenticatorCode: () => Promise<string>;
}
