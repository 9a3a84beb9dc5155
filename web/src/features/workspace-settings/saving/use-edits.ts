import { useState } from "react";
import { changedKeys, withoutSaved } from "./edits.models.ts";

/** What a page's forms show: the saved values, and over them what was edited. */
export function useEdits<Values extends object>(saved: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  return {
    values: { ...saved, ...edits },
    changed: changedKeys(saved, edits),
    edit: (more: Partial<Values>) => setEdits((now) => ({ ...now, ...more })),
    /** Takes what the service has saved by now. */
    settle: (sent: Partial<Values>) => setEdits((now) => withoutSaved(now, sent)),
    discard: () => setEdits({}),
  };
}
