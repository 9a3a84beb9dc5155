/** Environment variables of a part. */
export type Environment = Record<string, string>;

/** Values of this machine that replace or extend compose's environment. */
export type Overrides = Readonly<Record<string, string>>;

/** Prints each part's environment, so that readers can tell compose's values from this machine's. */
export interface EnvironmentLog {
  /** Prints what differs and returns compose's environment of a part with this machine's values. */
  readonly record: (part: string, compose: Environment, overrides: Overrides) => Environment;
  /** Prints another difference. */
  readonly note: (part: string, text: string) => void;
}

/** @param secrets masked in every line. */
export function createEnvironmentLog(
  print: (line: string) => void,
  secrets: readonly string[],
): EnvironmentLog {
  const masked = (text: string) => secrets.reduce((line, secret) => line.replaceAll(secret, "***"), text);
  return {
    record(part, compose, overrides) {
      const changed = Object.entries(overrides).filter(([name, value]) => compose[name] !== value);
      print(`${part}: ${Object.keys(compose).length} values of compose, ${changed.length} of this machine`);
      for (const [name, value] of changed) {
        const instead = compose[name] === undefined ? "added" : `in place of ${masked(compose[name])}`;
        print(`    ${name}=${masked(value)} (${instead})`);
      }
      return { ...compose, ...overrides };
    },
    note(part, text) {
      print(`${part}: ${text}`);
    },
  };
}
