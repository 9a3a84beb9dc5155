import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useChangeMany } from "../../../data/requests/change-request.mutation.ts";
import { latestListed } from "../../../data/requests/latest-listed.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { type ChangedRequest, changeOf, doneText, type SelectedAct, undoOf } from "./selected-acts.models.ts";

export interface FailedAct {
  act: SelectedAct;
  failures: { request: RequestSummary; error: ErrorSentences }[];
  /** Requests for which it has worked, also in earlier attempts. */
  changed: readonly ChangedRequest<RequestSummary>[];
}

/** Makes one change to several requests, with progress, an undo, and the names of those that failed. */
export function useSelectedActs(onChanged: (ids: readonly string[]) => void) {
  const cache = useQueryClient();
  /** The requests as the list shows them now; selected ones are as they were then. */
  const asListed = (requests: readonly RequestSummary[]) => {
    const latest = latestListed(cache);
    return requests.map((request) => latest.get(request.id) ?? request);
  };
  const { mutateAsync: change } = useChangeMany();
  const toast = useToast();
  const [running, setRunning] = useState<{ act: SelectedAct; done: number; all: number }>();
  const [failed, setFailed] = useState<FailedAct>();
  // An undo can be chosen while another act runs.
  const previous = useRef(Promise.resolve());

  const finish = (act: SelectedAct, changed: FailedAct["changed"]) => {
    setFailed(undefined);
    if (changed.length === 0) return;
    const undo = undoOf(act, changed);
    toast({
      message: doneText(act, changed.length),
      tone: "success",
      ...(undo && {
        action: {
          label: "Undo",
          onSelect: () =>
            run(
              undo,
              changed.map(({ request }) => request),
            ),
        },
      }),
    });
  };
  const perform = async (
    act: SelectedAct,
    selected: readonly RequestSummary[],
    earlier: FailedAct["changed"],
  ) => {
    // The list may have been read again behind the dialog: a due date replaces the one that the user saw, and no other.
    const requests = act.kind === "due" ? selected : asListed(selected);
    const changes = requests.flatMap((request) => {
      const made = changeOf(act, request);
      return made ? [{ requestId: request.id, change: made }] : [];
    });
    setFailed(undefined);
    setRunning({ act, done: 0, all: changes.length });
    const { results, failures } = await change({
      changes,
      onProgress: () => setRunning((now) => now && { ...now, done: now.done + 1 }),
    });
    setRunning(undefined);
    onChanged([...results.keys()]);
    const changed = [
      ...earlier,
      ...requests.flatMap((request) =>
        results.has(request.id) ? [{ request, result: results.get(request.id) }] : [],
      ),
    ];
    if (failures.size === 0) return finish(act, changed);
    setFailed({
      act,
      changed,
      failures: requests.flatMap((request) => {
        const error = failures.get(request.id);
        return error ? [{ request, error: errorSentences(error) }] : [];
      }),
    });
  };
  const run = (act: SelectedAct, requests: readonly RequestSummary[], earlier: FailedAct["changed"] = []) => {
    previous.current = previous.current.then(() => perform(act, requests, earlier));
  };
  /** The failure has told what differs, and the list shows it. */
  const retry = ({ act, failures, changed }: FailedAct) =>
    run(act, asListed(failures.map(({ request }) => request)), changed);
  return { running, failed, run, retry, finish, asListed };
}
