import type { Cast } from "../rights/testing/cast.ts";
import type { Answers } from "./expected-answers.ts";

/** Parts of calls that the rights tests make for themselves, too. */
export interface Samples {
  /** A draft of a request, as SQL. */
  draft: string;
  /** SHA-256 of the bytes that the cast's files have. */
  pdfHash: string;
}

/**
 * Pages of 8 kB, from memory or disk, that a query may read. A query has the lowest size that is a quarter more than
 * measured. From one size to the next it is four times as much, so that a change of a few pages needs none of another.
 */
export const readSizes = {
  few: 100,
  some: 400,
  list: 1_600,
  longList: 6_400,
  everything: 25_600,
} as const;

export type ReadSize = keyof typeof readSizes;

/** The most that a function which the page reads with may read in a workspace of 100,000 requests. */
export interface ReadBound {
  /** The person who makes the request: the owner of the large workspace, or a recipient of fifty of its requests. */
  as: "owner" | "recipient";
  reads: ReadSize;
  /** The same by what else the request asks for, as `scale/page-requests.ts` names it. */
  variants?: Readonly<Record<string, ReadSize>>;
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
