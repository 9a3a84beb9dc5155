import type { Cast } from "../rights/testing/cast.ts";
import type { Answers } from "./expected-answers.ts";

/** Parts of calls that the rights tests make for themselves, too. */
export interface Samples {
  /** A draft of a request, as SQL. */
  draft: string;
  /** SHA-256 of the bytes that the cast's files have. */
  pdfHash: string;
}

/** The most that a function which the page reads with may read in a workspace of 100,000 requests. */
export interface ReadBound {
  /** The person who makes the request: the owner of the large workspace, or a recipient of fifty of its requests. */
  as: "owner" | "recipient";
  /**
   * Pages of 8 kB, from memory or disk: up to a third more than measured. What reads past due days and months one by one
   * varies with the day.
   */
  buffers: number;
  /** The same by what else the request asks for, as `scale/page-requests.ts` names it. */
  variants?: Readonly<Record<string, number>>;
}

/** A function's volatility and arguments aren't here, because the catalog has them. */
export interface FunctionEntry {
  /** SQL of valid arguments for a permitted caller; left out where there are none. */
  args?: string | ((cast: Cast, samples: Samples) => string);
  /** By the person who calls it with these arguments. */
  answers: Answers;
  bound?: ReadBound;
}

export type FunctionEntries = Readonly<Record<string, FunctionEntry>>;
