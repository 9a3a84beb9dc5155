import { lazy, Suspense } from "react";
import { formatCount } from "../../../lib/format-count.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import type { SelectionBarProps } from "./selection-bar.tsx";

// With everything that a download needs.
const SelectionBar = lazy(async () => ({ default: (await import("./selection-bar.tsx")).SelectionBar }));

/**
 * The acts on the selected requests, which load with the first selection. They outlive the list that the requests were
 * selected in, so that the user sees the result of an act. Escape clears the selection.
 */
export function SelectedActions(props: SelectionBarProps) {
  const { selection } = props;
  const count = selection.requests.length;
  useShortcuts({ Escape: () => selection.set([]) }, { enabled: count > 0 });
  return (
    <>
      <LiveRegion message={count > 0 ? formatCount(count, "request selected", "requests selected") : ""} />
      {selection.isUsed && (
        <Suspense fallback={null}>
          <SelectionBar {...props} />
        </Suspense>
      )}
    </>
  );
}
