/** What differs between a draft and the request of the year before. */
export interface Moves {
  /** Each year and the one in its place. */
  years: readonly (readonly [from: number, to: number])[];
  /** YYYY-MM-DD; null without a due date. */
  dueOn: string | null;
  /** Years in the message, which stay as they are. */
  messageYears: readonly number[];
}

/** Where a draft for the next year comes from. */
export interface FromLastYear {
  /** Id of the request of the year before. */
  requestId: string;
  moves: Moves;
}

/** State of the history entry of the editor, which survives a reload. */
export const lastYearState = (fromLastYear: FromLastYear): object => ({ fromLastYear });

/** Undefined for the state of another page, and for one of another version. */
export function readLastYear(state: unknown): FromLastYear | undefined {
  const found: unknown = property(state, "fromLastYear");
  const moves = property(found, "moves");
  const isComplete =
    typeof property(found, "requestId") === "string" &&
    Array.isArray(property(moves, "years")) &&
    Array.isArray(property(moves, "messageYears")) &&
    ["string", "object"].includes(typeof property(moves, "dueOn"));
  return isComplete ? (found as FromLastYear) : undefined;
}

const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
