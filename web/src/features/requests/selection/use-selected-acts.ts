import { useState } from "react";
import { useChangeMany } from "../../../data/requests/change-many.mutation.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { actTexts, doneText, type SelectedAct } from "./selected-acts.models.ts";

type Target = Pick<RequestSummary, "id" | "title">;

export interface FailedAct {
  act: SelectedAct;
  /** Number of requests that it was about. */
  all: number;
  failures: { request: Target; error: ErrorSentences }[];
}

/** Makes one change to several requests, with progress, a way back, and the names of those that failed. */
export function useSelectedActs() {
  const { mutateAsync: change } = useChangeMany();
  const toast = useToast();
  const [running, setRunning] = useState<{ act: SelectedAct; done: number; all: number }>();
  const [failed, setFailed] = useState<FailedAct>();

  /** Resolves to the ids of the requests that have not changed. */
  const run = async (act: SelectedAct, requests: readonly Target[]): Promise<string[]> => {
    setFailed(undefined);
    setRunning({ act, done: 0, all: requests.length });
    const { changed, failures } = await change({
      requestIds: requests.map(({ id }) => id),
      change: act,
      onProgress: () => setRunning((now) => now && { ...now, done: now.done + 1 }),
    });
    setRunning(undefined);
    const back = actTexts[act].undo;
    const targets = requests.filter(({ id }) => changed.includes(id));
    if (targets.length > 0) {
      toast({
        message: doneText(act, targets.length),
        tone: "success",
        ...(back && { action: { label: "Undo", onSelect: () => void run(back, targets) } }),
      });
    }
    const named = requests.flatMap((request) => {
      const error = failures.get(request.id);
      return error ? [{ request, error: errorSentences(error) }] : [];
    });
    if (named.length > 0) setFailed({ act, all: requests.length, failures: named });
    return [...failures.keys()];
  };
  return { running, failed, run, forget: () => setFailed(undefined) };
}
