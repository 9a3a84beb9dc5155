/** The used part of Trusted Types, which TypeScript's DOM library lacks. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/**
 * Starts a worker of this site's own build. The content security policy requires Trusted Types for worker URLs; the
 * policy only ever vouches for URLs of this site, which injected scripts could not choose either.
 *
 * @param url as the build names it, such as the default export of `…?worker&url`.
 */
export function startOwnWorker(url: string, name: string): Worker {
  const types = Reflect.get(globalThis, "trustedTypes") as TrustedTypes | undefined;
  policy ??= types?.createPolicy("sheaf-worker", { createScriptURL: ownUrl });
  return new Worker(policy ? policy.createScriptURL(url) : url, { type: "module", name });
}

function ownUrl(url: string): string {
  const { href, origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new TypeError(`${href} is not a file of this site.`);
  return href;
}

/**
 * Asks a worker one question and ends it, which frees its memory at once. Rejects with the signal's reason when stopped, and if
 * the worker fails or its script can't be loaded.
 */
export async function askOnce<Answer>(
  worker: Worker,
  question: unknown,
  signal: AbortSignal,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const stop = () => reject(signal.reason);
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener("error", () => reject(new Error("The worker failed.")));
  signal.addEventListener("abort", stop);
  try {
    signal.throwIfAborted();
    worker.postMessage(question);
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    worker.terminate();
  }
}
