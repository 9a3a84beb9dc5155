import * as v from "valibot";

// Fields of JSON bodies. The service converts values if that is unambiguous: a number to text, text to a number.

/** Text; numbers and booleans are converted to text, null to empty text. */
export const Text = v.pipe(
  v.union([v.string(), v.number(), v.boolean(), v.null()], "must be string"),
  v.transform((value) => (value === null ? "" : String(value))),
);

/** Boolean, also as text or as 1 or 0; null is false. */
export const Flag = v.pipe(
  v.union([v.boolean(), v.picklist(["true", "false", 1, 0]), v.null()], "must be boolean"),
  v.transform((value) => value === true || value === "true" || value === 1),
);

/** Whole number of at min `min`, also as text. */
export const WholeNumber = (min: number) =>
  v.pipe(
    v.union([v.number(), v.string(), v.boolean(), v.null()], "must be integer"),
    v.transform((value) => (value === "" ? Number.NaN : Number(value))),
    v.number("must be integer"),
    v.integer("must be integer"),
    v.minValue(min, `must be >= ${min}`),
  );

/** List; a single value becomes a list of one. */
export const List = <Item extends v.GenericSchema>(item: Item) =>
  v.union([
    v.array(item),
    v.pipe(
      item,
      v.transform((value): v.InferOutput<Item>[] => [value]),
    ),
  ]);

export const Order = v.picklist(["asc", "desc"], "must be equal to one of the allowed values");

/** Lifetime of a signed URL in whole seconds. */
export const Lifetime = WholeNumber(1);
