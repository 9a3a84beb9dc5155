import { pageConfig } from "../../lib/page-config.ts";
import { platformClient } from "../../lib/platform.ts";
import { whenUserLeaves } from "../../lib/auth/session.ts";
import { platformTransport } from "./transport/platform-transport.ts";
import { createUploadQueue, type UploadQueue } from "./queue/upload-queue.ts";
import { isInterruption, isSessionFailure } from "./retry-policy.ts";
import { isUnfinished } from "./upload.models.ts";

/** After these events, files that failed for their access token are retried. */
const bringsToken: ReadonlySet<string> = new Set(["TOKEN_REFRESHED", "MFA_CHALLENGE_VERIFIED", "SIGNED_IN"]);

let queue: UploadQueue | undefined;

/**
 * The uploads of this page. They continue across routes; only leaving the page itself shows a warning.
 */
export function uploads(): UploadQueue {
  queue ??= startQueue();
  return queue;
}

function startQueue(): UploadQueue {
  const started = createUploadQueue({
    transport: platformTransport,
    now: () => performance.now(),
    maxBytes: () => pageConfig().maxFileBytes,
  });
  const retryInterrupted = () => started.retryFailed(isInterruption);
  addEventListener("online", retryInterrupted);
  // After sleep the network may return without an event.
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && retryInterrupted(),
  );
  addEventListener("beforeunload", (event) => {
    if (started.snapshot().some(isUnfinished)) event.preventDefault();
  });
  // The auth client waits for its listeners, so the retry is only queued here.
  platformClient().auth.onAuthStateChange((event) => {
    if (bringsToken.has(event)) queueMicrotask(() => started.retryFailed(isSessionFailure));
  });
  whenUserLeaves(() => started.clear());
  return started;
}
