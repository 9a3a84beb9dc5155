/**
 * Replaces the time of `Date` by that of a tape. Timers and `performance` are unchanged.
 *
 * @param now milliseconds since 1970; undefined for the real time.
 */
export function setClock(now: () => number | undefined): void {
  const Real = globalThis.Date;
  const currentTime = () => now() ?? Real.now();
  const Told = new Proxy(Real, {
    construct: (real, given: unknown[], target) =>
      Object(Reflect.construct(real, given.length === 0 ? [currentTime()] : given, target)),
    // Called as a function, `Date` ignores its arguments and returns the current time as text.
    apply: () => new Real(currentTime()).toString(),
    get: (real, name, receiver) => (name === "now" ? currentTime : Reflect.get(real, name, receiver)),
  });
  globalThis.Date = Told;
}
