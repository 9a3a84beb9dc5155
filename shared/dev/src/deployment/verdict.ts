/** Result of a check: fine, wrong with a remedy, or not checkable with the reason. */
export type Verdict =
  | { readonly ok: string }
  | { readonly wrong: string; readonly todo: string }
  | { readonly unseen: string };

export interface Check {
  /** The expected state, in a few words. */
  readonly name: string;
  /** Has no side effects. An exception counts as wrong. */
  readonly look: () => Promise<Verdict>;
}

export interface Finding {
  readonly name: string;
  readonly verdict: Verdict;
}

/** Runs sequentially, so that lines stay in order and rate limits aren't reached. */
export async function* findingsOf(checks: readonly Check[]): AsyncGenerator<Finding> {
  for (const { name, look } of checks) {
    try {
      yield { name, verdict: await look() };
    } catch (error) {
      const wrong = error instanceof Error ? error.message : String(error);
      yield { name, verdict: { wrong, todo: "Check that it is running and reachable from this machine." } };
    }
  }
}

/** Formats a finding as one line. */
export function lineOf({ name, verdict }: Finding): string {
  if ("ok" in verdict) return `ok     ${name}: ${verdict.ok}`;
  if ("unseen" in verdict) return `-      ${name}: not checked, ${verdict.unseen}`;
  return `WRONG  ${name}: ${verdict.wrong}. ${verdict.todo}`;
}

export function isWrong({ verdict }: Finding): boolean {
  return "wrong" in verdict;
}
