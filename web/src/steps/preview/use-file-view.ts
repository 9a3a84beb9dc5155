import { useCallback, useState } from "react";
import { type FileView, type Fit, plainView, zoomStep } from "./file-view.models.ts";
import type { Pager } from "./page-stack.tsx";

/** Fit, zoom and rotation of the shown file, and its pages. Only the fit stays for the next file. */
export function useFileView(fileId: string | undefined) {
  const [fit, setFit] = useState<Fit | null>(null);
  const [own, setOwn] = useState({ fileId, zoom: 1, turn: 0 });
  const [paged, setPaged] = useState<{ fileId: string | undefined; pager: Pager }>();
  const { zoom, turn } = own.fileId === fileId ? own : plainView;
  const setPager = useCallback((pager: Pager) => setPaged({ fileId, pager }), [fileId]);
  const view: FileView = { fit, zoom, turn };
  return {
    view,
    /** As a file that is shown next will be. */
    nextView: { ...plainView, fit },
    pager: paged?.fileId === fileId ? paged?.pager : undefined,
    setPager,
    fitTo: (next: Fit) => {
      setFit(next);
      setOwn({ fileId, zoom: 1, turn });
    },
    zoomBy: (step: 1 | -1) => setOwn({ fileId, zoom: zoomStep(zoom, step), turn }),
    rotate: () => setOwn({ fileId, zoom, turn: (turn + 90) % 360 }),
  };
}

export type FileViewControls = ReturnType<typeof useFileView>;
