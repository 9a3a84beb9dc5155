import * as v from "valibot";

/** What the container of a real service is told, to a service of ours. */
export interface ServiceTable<Entries extends v.ObjectEntries> {
  /** What ours takes; all of it has to be given. */
  readonly takes: Entries;
  /** What the real service is told and ours has no part for. */
  readonly leaves: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what the table takes.
 *
 * @returns the values, and the names that were given and are left.
 * @throws in words, one line per name that is missing or wrong.
 */
export function readEnvironment<Entries extends v.ObjectEntries>(
  { takes, leaves }: ServiceTable<Entries>,
  env: Environment,
): { taken: v.InferOutput<v.ObjectSchema<Entries, undefined>>; left: string[] } {
  const result = v.safeParse(v.object(takes), env);
  if (!result.success) {
    const problems = result.issues.map((issue) => {
      const name = v.getDotPath(issue) ?? "the environment";
      return issue.received === "undefined" ? `${name} is missing` : `${name} ${issue.message}`;
    });
    throw new Error(`This cannot be used:\n  ${problems.join("\n  ")}`);
  }
  return { taken: result.output, left: leaves.filter((name) => env[name] !== undefined) };
}

export const Text = v.pipe(v.string(), v.nonEmpty("is empty"));
export const Address = v.pipe(v.string(), v.url("is no address"));
export const Count = v.pipe(v.string(), v.regex(/^\d+$/, "is no whole number"), v.transform(Number));
export const Switch = v.pipe(
  v.picklist(["true", "false"], "is neither true nor false"),
  v.transform((text) => text === "true"),
);
export const List = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").filter((item) => item !== "")),
);

/** A setting that has one value only in a service of ours: any other is refused, not passed over. */
export const always = <const Value extends string>(value: Value) =>
  v.literal(value, `can only be ${value} here`);
