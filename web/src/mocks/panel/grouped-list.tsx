import type { ReactNode } from "react";

interface CountedProps<Entry> {
  entries: readonly Entry[];
  /** Entries with the same text are grouped. */
  textOf: (entry: Entry) => string;
  className?: string | undefined;
  children: (entry: Entry) => ReactNode;
}

/** A list that shows equal entries once, with their number. */
export function GroupedList<Entry>({ entries, textOf, className, children }: CountedProps<Entry>) {
  const groups = [...Map.groupBy(entries, textOf)];
  return (
    <ul className={className}>
      {groups.map(([text, [entry, ...others]]) => (
        <li key={text}>
          {entry !== undefined && children(entry)}
          {others.length > 0 && <span>{others.length + 1} times</span>}
        </li>
      ))}
    </ul>
  );
}
