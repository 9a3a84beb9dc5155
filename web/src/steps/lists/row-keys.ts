import { useShortcuts } from "../../lib/shortcuts.ts";

/** Marks the link of each row for the keys. */
export const rowLink = (id: string) => ({ "data-row-link": id });

/** `J` focuses the next row of the list, `K` the previous one. */
export function useRowKeys(): void {
  useShortcuts({ j: () => focusRow(1), k: () => focusRow(-1) });
}

/** The focus is in its row. */
const isCurrent = (link: HTMLElement) => link.closest("article")?.contains(document.activeElement) ?? false;

function focusRow(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
  const current = all.findIndex(isCurrent);
  const next = current === -1 ? all.at(step === 1 ? 0 : -1) : all[current + step];
  next?.focus();
}
