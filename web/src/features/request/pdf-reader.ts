import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist";

const workerUrl = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;

/** The part of the browser's trusted types that is needed here; TypeScript's DOM does not know them. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
}

/** An address that the page's policy accepts for a worker: ours alone is vouched for. */
function trustedWorkerUrl(): string {
  const trusted = Reflect.get(globalThis, "trustedTypes") as TrustedTypes | undefined;
  const policy = trusted?.createPolicy("sheaf-pdf", { createScriptURL: () => workerUrl });
  return policy ? policy.createScriptURL(workerUrl) : workerUrl;
}

/**
 * Reads a PDF without letting it act: no scripts, no XFA forms, nothing fetched, no WebAssembly (the page's policy
 * forbids it). Passwords are not asked for: a locked file is one to send back, and fails with `PasswordException`.
 */
export async function readPdf(content: Blob, signal: AbortSignal): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerPort ??= new Worker(trustedWorkerUrl(), { type: "module", name: "pdf" });
  const data = await content.arrayBuffer();
  signal.throwIfAborted();
  const task = getDocument({
    data,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  signal.addEventListener("abort", () => void task.destroy());
  return task.promise;
}
