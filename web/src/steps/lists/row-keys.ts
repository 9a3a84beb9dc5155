import { useShortcuts } from "../../lib/shortcuts.ts";

/** Marks the link of each row for the keys. */
export const rowLink = (id: string) => ({ "data-row-link": id });

/** `J` focuses the next row of the list, `K` the previous one, and `X` selects the focused one where rows can be selected. */
export function useRowKeys(onSelect?: (id: string) => void): void {
  useShortcuts({
    j: () => focusRow(1),
    k: () => focusRow(-1),
    ...(onSelect && {
      x: () => {
        const id = links().find(isCurrent)?.dataset["rowLink"];
        if (id !== undefined) onSelect(id);
      },
    }),
  });
}

/** The focus is in its row, on the link or on the box. */
const isCurrent = (link: HTMLElement) => link.closest("article")?.contains(document.activeElement) ?? false;

const links = () => [...document.querySelectorAll<HTMLElement>("[data-row-link]")];

function focusRow(step: 1 | -1): void {
  const all = links();
  const current = all.findIndex(isCurrent);
  const next = current === -1 ? all.at(step === 1 ? 0 : -1) : all[current + step];
  next?.focus();
}
