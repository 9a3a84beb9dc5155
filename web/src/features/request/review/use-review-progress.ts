import { queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MadeDecision } from "./use-decision.ts";
import type { FileMarks } from "./verdicts.models.ts";

interface Progress {
  /** Keys of the entries that were shown. */
  opened: ReadonlySet<string>;
  marks: FileMarks;
  /** The decisions that stand, of those made on this visit, in the order they were made. */
  made: readonly MadeDecision[];
  /** Shown last in the review that has just been closed. */
  left: { itemId: string; fileId: string | undefined } | null;
}

const none: Progress = { opened: new Set(), marks: new Map(), made: [], left: null };

/** Never fetched. In the cache, because the request's page and its review share it and replace each other. */
const progressOptions = (requestId: string) =>
  queryOptions<Progress>({
    queryKey: ["review-progress", requestId],
    queryFn: skipToken,
    structuralSharing: false,
  });

/** The files a reviewer has looked at and marked, and the decisions of this visit. Only a decision sends the marks. */
export function useReviewProgress(requestId: string) {
  const cache = useQueryClient();
  const { queryKey } = progressOptions(requestId);
  const { data: progress = none } = useQuery(progressOptions(requestId));
  const change = (next: (before: Progress) => Partial<Progress>) =>
    cache.setQueryData(queryKey, (before = none) => ({ ...before, ...next(before) }));
  return {
    ...progress,
    markOpened: (key: string) => change(({ opened }) => ({ opened: new Set([...opened, key]) })),
    /** A null reason takes the mark back. */
    mark: (fileId: string, reason: string | null) =>
      change(({ marks }) => {
        const others = [...marks].filter(([id]) => id !== fileId);
        return { marks: new Map(reason === null ? others : [...others, [fileId, reason]]) };
      }),
    addDecision: (decision: MadeDecision) =>
      change(({ made }) => ({
        made: [...made.filter(({ itemId }) => itemId !== decision.itemId), decision],
      })),
    removeDecision: (itemId: string) =>
      change(({ made }) => ({ made: made.filter((one) => one.itemId !== itemId) })),
    clearDecisions: () => change(() => ({ made: [] })),
    leave: (left: Progress["left"]) => change(() => ({ left })),
  };
}

export type ReviewProgress = ReturnType<typeof useReviewProgress>;
