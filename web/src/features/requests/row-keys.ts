import { useShortcuts } from "../../lib/shortcuts.ts";

/** Marks the link of each row for `J` and `K`. */
export const rowLinkMark = { "data-row-link": "" } as const;

/** `J` focuses the next request in the list, `K` the previous one. */
export function useRowKeys(): void {
  useShortcuts({ j: () => focusRow(1), k: () => focusRow(-1) });
}

function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-row-link]")];
  const current = links.findIndex((link) => link === document.activeElement);
  const next = current === -1 ? links.at(step === 1 ? 0 : -1) : links[current + step];
  next?.focus();
}
