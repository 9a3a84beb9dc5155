import { useRef, useState } from "react";
import { useChangeMany } from "../../../data/requests/change-many.mutation.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { doneText, type SelectedAct, undoOf } from "./selected-acts.models.ts";

export interface FailedAct {
  act: SelectedAct;
  failures: { request: RequestSummary; error: ErrorSentences }[];
  /** Requests for which it has worked, also in earlier attempts. */
  changed: readonly RequestSummary[];
}

/** Makes one change to several requests, with progress, an undo, and the names of those that failed. */
export function useSelectedActs(onChanged: (ids: readonly string[]) => void) {
  const { mutateAsync: change } = useChangeMany();
  const toast = useToast();
  const [running, setRunning] = useState<{ act: SelectedAct; done: number; all: number }>();
  const [failed, setFailed] = useState<FailedAct>();
  // An undo can be chosen while another act runs.
  const previous = useRef(Promise.resolve());

  const finish = (act: SelectedAct, changed: readonly RequestSummary[]) => {
    setFailed(undefined);
    if (changed.length === 0) return;
    const undo = undoOf(act, changed);
    toast({
      message: doneText(act, changed.length),
      tone: "success",
      ...(undo && { action: { label: "Undo", onSelect: () => run(undo, changed) } }),
    });
  };
  const perform = async (
    act: SelectedAct,
    requests: readonly RequestSummary[],
    earlier: readonly RequestSummary[],
  ) => {
    setFailed(undefined);
    setRunning({ act, done: 0, all: requests.length });
    const outcome = await change({
      requestIds: requests.map(({ id }) => id),
      change: act,
      onProgress: () => setRunning((now) => now && { ...now, done: now.done + 1 }),
    });
    setRunning(undefined);
    onChanged(outcome.changed);
    const changed = [...earlier, ...requests.filter(({ id }) => outcome.changed.includes(id))];
    const failures = requests.flatMap((request) => {
      const error = outcome.failures.get(request.id);
      return error ? [{ request, error: errorSentences(error) }] : [];
    });
    if (failures.length > 0) setFailed({ act, failures, changed });
    else finish(act, changed);
  };
  const run = (
    act: SelectedAct,
    requests: readonly RequestSummary[],
    earlier: readonly RequestSummary[] = [],
  ) => {
    previous.current = previous.current.then(() => perform(act, requests, earlier));
  };
  return { running, failed, run, finish };
}
