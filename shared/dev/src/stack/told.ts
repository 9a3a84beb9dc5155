/** What a part is told, by name. */
export type Environment = Record<string, string>;

/** What of a part's environment is this machine's: instead of what compose says, or beside it. */
export type Here = Readonly<Record<string, string>>;

/** Writes down what a part is told, so that a reader sees what is compose's and what is this machine's. */
export interface Ledger {
  /** Compose's environment of a part with what is this machine's in its place. */
  readonly tell: (part: string, told: Environment, here: Here) => Environment;
  /** What else is different here. */
  readonly note: (part: string, words: string) => void;
}

/** @param secrets what no line may show. */
export function createLedger(say: (line: string) => void, secrets: readonly string[]): Ledger {
  const shown = (text: string) => secrets.reduce((line, secret) => line.replaceAll(secret, "***"), text);
  return {
    tell(part, told, here) {
      const changed = Object.entries(here).filter(([name, value]) => told[name] !== value);
      say(`${part}: ${Object.keys(told).length} values of compose, ${changed.length} of this machine`);
      for (const [name, value] of changed) {
        const instead = told[name] === undefined ? "added" : `in place of ${shown(told[name])}`;
        say(`    ${name}=${shown(value)} (${instead})`);
      }
      return { ...told, ...here };
    },
    note(part, words) {
      say(`${part}: ${words}`);
    },
  };
}
