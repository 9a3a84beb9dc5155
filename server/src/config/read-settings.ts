import * as v from "valibot";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses the environment once at start. Empty values count as unset, and `defaults` replace unset ones.
 *
 * @param reader names the process in the error.
 * @throws Error whose message lists every unusable setting by name.
 */
export function readSettings<Output>(
  schema: v.GenericSchema<unknown, Output>,
  { env, defaults = {}, reader }: { env: Environment; defaults?: Environment; reader: string },
): Output {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = v.safeParse(schema, { ...defaults, ...given });
  if (result.success) return result.output;

  const problems = result.issues.map((issue) => {
    const name = String(issue.path?.[0]?.key);
    const missing = issue.kind === "schema" && given[name] === undefined;
    return `  ${name} ${missing ? "is not set" : issue.message}`;
  });
  throw new Error(`${reader} cannot start with these settings:\n${problems.join("\n")}`);
}
