import { upperFirst } from "../../../lib/upper-first.ts";

/** Names of the edited values that differ from the saved ones, in the order of the page. */
export function changedKeys<Values extends object>(saved: Values, edits: Partial<Values>): (keyof Values)[] {
  return (Object.keys(saved) as (keyof Values)[]).filter(
    (key) => key in edits && !isSame(edits[key], saved[key]),
  );
}

function isSame(edited: unknown, saved: unknown): boolean {
  // Two images look the same as JSON.
  if (edited instanceof Blob || saved instanceof Blob) return edited === saved;
  return JSON.stringify(edited) === JSON.stringify(saved);
}

/** The edits without those that were saved. What was entered in the meantime stays. */
export function withoutSaved<Values extends object>(
  edits: Partial<Values>,
  sent: Partial<Values>,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(edits).filter(([key, value]) => !(key in sent && sent[key as keyof Values] === value)),
  ) as Partial<Values>;
}

const list = new Intl.ListFormat("en-GB");

/** "Name, logo and accent colour" */
export function changesText(names: readonly string[]): string {
  const text = list.format(names);
  return upperFirst(text);
}
