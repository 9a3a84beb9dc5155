import { useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  /** True once anything was selected. */
  isUsed: boolean;
  /** @param range rows in their order: all from the row toggled last to this one change with it. */
  toggle: (id: string, range?: readonly string[]) => void;
  set: (ids: readonly string[]) => void;
}

const nothing: ReadonlySet<string> = new Set();

/** Selected rows of a list. A new `scope`, such as another filter, begins with none. */
export function useSelection(scope: string): Selection {
  const [ids, setIds] = useState(nothing);
  const [isUsed, setIsUsed] = useState(false);
  const [last, setLast] = useState("");
  const [known, setKnown] = useState(scope);
  if (known !== scope) {
    setKnown(scope);
    setIds(nothing);
    setLast("");
  }
  const set = (next: Iterable<string>) => {
    setIds(new Set(next));
    setIsUsed(true);
  };
  return {
    ids,
    isUsed,
    toggle: (id, range = []) => {
      const [from, to] = [range.indexOf(last), range.indexOf(id)].toSorted((a, b) => a - b) as [
        number,
        number,
      ];
      const changed = from === -1 ? [id] : range.slice(from, to + 1);
      const others = [...ids].filter((each) => !changed.includes(each));
      set(ids.has(id) ? others : [...others, ...changed]);
      setLast(id);
    },
    set,
  };
}
