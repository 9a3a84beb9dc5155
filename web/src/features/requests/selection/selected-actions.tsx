import { lazy, Suspense } from "react";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import type { Selection } from "./use-selection.ts";

// With everything that a download needs.
const SelectionBar = lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectionBar }));

interface SelectedActionsProps {
  /** All rows of the list. */
  rows: readonly RequestSummary[];
  selection: Selection;
}

/** What can be done to the selected rows. Loads with the first selection; Escape ends it. */
export function SelectedActions({ rows, selection }: SelectedActionsProps) {
  useShortcuts({ Escape: () => selection.set([]) }, { enabled: selection.ids.size > 0 });
  if (!selection.isUsed) return null;
  return (
    <Suspense fallback={null}>
      <SelectionBar rows={rows} selection={selection} />
    </Suspense>
  );
}
