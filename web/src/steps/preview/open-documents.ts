import { endIdleRenderers } from "./pdf-renderer.ts";
import { endSharedPdfWorker } from "./pdf-worker.ts";

/** Workers end once no document has been open for this long, because each holds a copy of pdf.js. Milliseconds. */
const idleMs = 3_000;

let open = 0;
let ending: ReturnType<typeof setTimeout> | undefined;

/** Counts a document whose workers must live. @returns a function that is called once it is closed. */
export function countDocument(): () => void {
  open += 1;
  clearTimeout(ending);
  return () => {
    open -= 1;
    if (open === 0) ending = setTimeout(endWorkers, idleMs);
  };
}

function endWorkers(): void {
  endSharedPdfWorker();
  endIdleRenderers();
}
