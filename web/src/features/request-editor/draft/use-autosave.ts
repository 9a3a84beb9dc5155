import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { getSession, identityOf } from "../../../lib/auth/session.ts";
import { type AppError, toAppError } from "../../../lib/errors.ts";

/** Pause in typing after which a draft is saved. Milliseconds. */
const pause = 2000;
/** Time between attempts while the service can't be reached. Milliseconds. */
const retryAfter = 10_000;

const unreachable = new Set(["network.unreachable", "network.timeout", "service.unavailable"]);

export type AutosaveStatus =
  | { name: "idle" }
  | { name: "saving" }
  | { name: "saved"; at: Date }
  /** Tried again by itself. */
  | { name: "unreachable" }
  /** Not tried again before the next change. */
  | { name: "refused"; error: AppError };

interface AutosaveOptions {
  /** The unsaved content as text; undefined while there is none, or while it can't be saved. */
  unsaved: string | undefined;
  save: () => Promise<void>;
}

/** Saves after a pause in typing, at once when the tab is hidden or the page left, and again once the service can be reached. */
export function useAutosave({ unsaved, save }: AutosaveOptions) {
  const [status, setStatus] = useState<AutosaveStatus>({ name: "idle" });
  const running = useRef<Promise<void>>(undefined);
  const refused = useRef<string>(undefined);
  const [userId] = useState(() => identityOf(getSession())?.userId);

  const run = useEffectEvent(() => {
    // The page is also left when another user signs in.
    if (identityOf(getSession())?.userId !== userId) return;
    if (running.current || unsaved === undefined || refused.current === unsaved) return;
    setStatus({ name: "saving" });
    running.current = save()
      .then(
        () => setStatus({ name: "saved", at: new Date() }),
        (failure: unknown) => {
          const error = toAppError(failure);
          if (unreachable.has(error.code)) return setStatus({ name: "unreachable" });
          refused.current = unsaved;
          setStatus({ name: "refused", error });
        },
      )
      .finally(() => {
        running.current = undefined;
      });
  });

  useEffect(() => {
    if (unsaved === undefined || status.name === "saving") return undefined;
    const timer = setTimeout(() => run(), status.name === "unreachable" ? retryAfter : pause);
    return () => clearTimeout(timer);
  }, [unsaved, status]);
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    addEventListener("online", () => run(), { signal });
    document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && run(), {
      signal,
    });
    return () => {
      stopped.abort();
      run();
    };
  }, []);

  return {
    status,
    /** Saving this by a button has failed, and the page says why. */
    refuse: useCallback((text: string) => {
      refused.current = text;
    }, []),
  };
}
