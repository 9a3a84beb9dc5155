import * as v from "valibot";

/** How long a signed address is good, in whole seconds. */
export const Lifetime = v.pipe(
  v.number("must be integer"),
  v.integer("must be integer"),
  v.minValue(1, "must be >= 1"),
);
