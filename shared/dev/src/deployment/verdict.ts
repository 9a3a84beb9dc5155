/** What a look at one thing showed: well, wrong with what to do about it, or not to be seen from here, and why. */
export type Verdict =
  | { readonly ok: string }
  | { readonly wrong: string; readonly todo: string }
  | { readonly unseen: string };

export interface Check {
  /** What has to be so, in a few words. */
  readonly name: string;
  /** Changes nothing. What it throws counts as something that is wrong. */
  readonly look: () => Promise<Verdict>;
}

export interface Finding {
  readonly name: string;
  readonly verdict: Verdict;
}

/** One after the other, so that lines come in their order and no limit of the platform is reached. */
export async function* findingsOf(checks: readonly Check[]): AsyncGenerator<Finding> {
  for (const { name, look } of checks) {
    try {
      yield { name, verdict: await look() };
    } catch (error) {
      const wrong = error instanceof Error ? error.message : String(error);
      yield { name, verdict: { wrong, todo: "See that it runs, and that this machine reaches it." } };
    }
  }
}

/** One line for a person. */
export function lineOf({ name, verdict }: Finding): string {
  if ("ok" in verdict) return `ok     ${name}: ${verdict.ok}`;
  if ("unseen" in verdict) return `-      ${name}: not looked at, ${verdict.unseen}`;
  return `WRONG  ${name}: ${verdict.wrong}. ${verdict.todo}`;
}

export function isWrong({ verdict }: Finding): boolean {
  return "wrong" in verdict;
}
