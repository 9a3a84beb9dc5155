import { AsyncLocalStorage } from "node:async_hooks";
import { setClock } from "@sheaf/mocks/clock";

/** What time it is, for everything that a piece of work leads to. */
export interface RunClock {
  /** @param at milliseconds since 1970, at which `Date` stands still for this work and for no other. */
  during<Result>(at: number, work: () => Result): Result;
}

/** Once in a process: all of its `Date` goes by it from here on. */
export function startRunClock(): RunClock {
  const times = new AsyncLocalStorage<number>();
  setClock(() => times.getStore());
  return { during: (at, work) => times.run(at, work) };
}
