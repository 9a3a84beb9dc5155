/**
 * Makes `Date` tell another time, for a tape that was made at one. Timers and `performance` go on as they are.
 *
 * @param now milliseconds since 1970; undefined for the machine's own time.
 */
export function setClock(now: () => number | undefined): void {
  const Real = globalThis.Date;
  const told = () => now() ?? Real.now();
  const Told = new Proxy(Real, {
    construct: (real, given: unknown[], target) =>
      Object(Reflect.construct(real, given.length === 0 ? [told()] : given, target)),
    // Called as a function it is a text of the present, whatever it is given.
    apply: () => new Real(told()).toString(),
    get: (real, name, receiver) => (name === "now" ? told : Reflect.get(real, name, receiver)),
  });
  globalThis.Date = Told;
}
