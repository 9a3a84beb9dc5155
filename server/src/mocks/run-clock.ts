import { AsyncLocalStorage } from "node:async_hooks";
import { setClock } from "@sheaf/mocks/clock";

/** Sets the time for one piece of work, including its asynchronous parts. */
export interface RunClock {
  /** @param at time of `Date` for this work only, in milliseconds since 1970. */
  during<Result>(at: number, work: () => Result): Result;
}

/** Replaces the global `Date`. Call once per process. */
export function startRunClock(): RunClock {
  const times = new AsyncLocalStorage<number>();
  setClock(() => times.getStore());
  return { during: (at, work) => times.run(at, work) };
}
