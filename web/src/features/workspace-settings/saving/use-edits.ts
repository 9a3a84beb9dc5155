import { useState } from "react";
import { changedKeys, withoutSaved } from "./edits.models.ts";

/** Values of a page's forms: the saved ones, overridden by those that were edited. */
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
