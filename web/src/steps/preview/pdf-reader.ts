import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist";

const workerUrl = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;

/** Trusted Types, as far as used here; missing from TypeScript's DOM library. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (url: string) => string };
}

/** The content security policy requires Trusted Types for worker URLs. This policy only ever vouches for our own. */
function trustedWorkerUrl(): string {
  const trusted = Reflect.get(globalThis, "trustedTypes") as TrustedTypes | undefined;
  const policy = trusted?.createPolicy("sheaf-pdf", { createScriptURL: () => workerUrl });
  return policy ? policy.createScriptURL(workerUrl) : workerUrl;
}

/**
 * Opens a PDF without scripts, XFA forms, network access or WebAssembly, which the content security policy forbids. A
 * password-protected file fails with `PasswordException`.
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
