import * as v from "valibot";

/** A whole number of rows, as the service's validation words it. */
export const Count = (least: number) =>
  v.pipe(v.number("must be integer"), v.integer("must be integer"), v.minValue(least, `must be >= ${least}`));

export const Order = v.picklist(["asc", "desc"], "must be equal to one of the allowed values");
