import type { Doubt } from "../../data/uploads/upload.models.ts";
import { askCheckWorker } from "./ask-check-worker.ts";

/** A reason to doubt that a PDF opens. pdf.js, which is large, decides; it loads only for files that look as if they didn't. */
export async function checkPdf(content: Blob, signal: AbortSignal): Promise<Doubt | undefined> {
  if (!(await askCheckWorker<boolean>({ kind: "pdf", content }, signal))) return undefined;
  const { openingDoubt } = await import("./opening-doubt.ts");
  return openingDoubt(content, signal);
}
