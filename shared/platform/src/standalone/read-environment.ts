import * as v from "valibot";

/** Environment variables of a real service's container that our service knows. */
export interface ServiceTable<Entries extends v.ObjectEntries> {
  /** Supported variables with their format. */
  readonly supported: Entries;
  /** Variables of the real service that are ignored. */
  readonly ignored: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the supported variables.
 *
 * @returns the values, and the names that were set and are ignored.
 * @throws one line per variable that is missing or invalid.
 */
export function readEnvironment<Entries extends v.ObjectEntries>(
  { supported, ignored }: ServiceTable<Entries>,
  env: Environment,
): { values: v.InferOutput<v.ObjectSchema<Entries, undefined>>; ignored: string[] } {
  const result = v.safeParse(v.object(supported), env);
  if (!result.success) {
    const problems = result.issues.map((issue) => {
      const name = v.getDotPath(issue) ?? "the environment";
      return issue.received === "undefined" ? `${name} is missing` : `${name} ${issue.message}`;
    });
    throw new Error(`The environment is invalid:\n  ${problems.join("\n  ")}`);
  }
  return { values: result.output, ignored: ignored.filter((name) => env[name] !== undefined) };
}

export const Text = v.pipe(v.string(), v.nonEmpty("is empty"));
export const Address = v.pipe(v.string(), v.url("is not a URL"));
export const Count = v.pipe(v.string(), v.regex(/^\d+$/, "is not a whole number"), v.transform(Number));
/** A duration in hours, parsed to seconds. Auth refuses zero. */
export const Hours = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d*h$/, "is not a number of hours"),
  v.transform((text) => Number.parseInt(text, 10) * 3600),
);
export const Switch = v.pipe(
  v.picklist(["true", "false"], "is neither true nor false"),
  v.transform((text) => text === "true"),
);
export const List = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").filter((item) => item !== "")),
);

/** A setting with a single supported value. Any other is an error, because ignoring it would hide the difference. */
export const always = <const Value extends string>(value: Value) => v.literal(value, `must be ${value} here`);
