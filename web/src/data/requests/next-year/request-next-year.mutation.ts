import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteDraft } from "../delete-draft.mutation.ts";
import { duplicateRequest } from "../duplicate-request.mutation.ts";
import { editRequest } from "../edit-request.mutation.ts";
import { requestKeys } from "../keys.ts";
import { toSavedDraft } from "../request.models.ts";
import { requestOptions } from "../request.query.ts";
import type { Moves } from "./moves.models.ts";
import { toNextYear } from "./next-year.models.ts";

interface Former {
  requestId: string;
  /** YYYY-MM-DD; null without a due date. */
  dueOn: string | null;
}

/** A new draft, and what differs from the request that it is a copy of. */
export interface NextYearDraft {
  id: string;
  moves: Moves;
}

/** Duplicates a request for the next year: years in its titles and instructions, and the due date, are a year later. */
export function useRequestNextYear() {
  const cache = useQueryClient();
  const moveCopy = async (id: string, formerDue: string | null): Promise<Moves> => {
    const request = await cache.fetchQuery({ ...requestOptions({ id }), staleTime: 0 });
    const { change, moves } = toNextYear(toSavedDraft(request), formerDue);
    if (Object.keys(change).length > 0)
      await editRequest({ requestId: id, revision: request.revision, change });
    return moves;
  };
  return useMutation({
    mutationFn: async ({ requestId, dueOn }: Former): Promise<NextYearDraft> => {
      const id = await duplicateRequest({ requestId });
      try {
        return { id, moves: await moveCopy(id, dueOn) };
      } catch (error) {
        // A second try makes another one. If this fails, too, a plain copy is left among the drafts.
        await deleteDraft({ requestId: id }).catch(() => undefined);
        throw error;
      }
    },
    onSettled: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
