import type { ReactNode } from "react";

interface CountedProps<Entry> {
  entries: readonly Entry[];
  /** Entries of the same text are one line. */
  textOf: (entry: Entry) => string;
  className?: string | undefined;
  children: (entry: Entry) => ReactNode;
}

/** A list in which what comes several times stands once, with how often. */
export function Counted<Entry>({ entries, textOf, className, children }: CountedProps<Entry>) {
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
