import type { AnswerKind } from "@sheaf/contract/states";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { inboxKeys } from "../inbox/keys.ts";

export interface ItemAnswerToGive {
  itemId: string;
  /** The revision that the user saw. */
  revision: number;
  /** `none` removes the answer. */
  kind: AnswerKind | "none";
  text: string;
}

/**
 * Resolves to the item's new revision.
 *
 * @throws AppError `item.stale`, `item.locked`, `request.closed`, `request.paused`, `answer.empty`, `answer.too_long`, `not_found`.
 */
async function answerItem({ itemId, revision, kind, text }: ItemAnswerToGive): Promise<number> {
  const { data, error } = await dataClient().rpc("answer_item", {
    item: itemId,
    revision,
    kind,
    answer: text,
  });
  if (error) throw toAppError(error);
  return data;
}

/** Answers an item with text. Refetches also after a failure, because the page may have been out of date. */
export function useAnswerItem() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: answerItem,
    onSettled: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
