import { pageConfig } from "../../lib/page-config.ts";
import { platformClient } from "../../lib/platform.ts";
import { whenUserLeaves } from "../../lib/session.ts";
import { platformTransport } from "./platform-transport.ts";
import { createUploadQueue, type UploadQueue } from "./upload-queue.ts";
import { isInterruption, isSessionFailure, isUnfinished } from "./upload.models.ts";

/** After these a file that was refused for its token, or for want of the second factor, is worth another try. */
const bringsToken: ReadonlySet<string> = new Set(["TOKEN_REFRESHED", "MFA_CHALLENGE_VERIFIED", "SIGNED_IN"]);

let queue: UploadQueue | undefined;

/**
 * The uploads of this page. They outlive routes: a person may look around while files are on their way, and only
 * leaving the page itself is warned about.
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
  // After sleep the network may be back without a word: whoever looks at the page again should find it at work.
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && retryInterrupted(),
  );
  addEventListener("beforeunload", (event) => {
    if (started.snapshot().some(isUnfinished)) event.preventDefault();
  });
  // The client waits for its listeners, so the work is only queued here.
  platformClient().auth.onAuthStateChange((event) => {
    if (bringsToken.has(event)) queueMicrotask(() => started.retryFailed(isSessionFailure));
  });
  whenUserLeaves(() => started.clear());
  return started;
}
