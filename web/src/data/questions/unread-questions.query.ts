import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { questionKeys } from "./keys.ts";

export interface UnreadQuestion {
  requestId: string;
  itemId: string;
  questionId: string;
}

interface UnreadQuestionsQuery {
  /** At most 200. */
  requestIds: readonly string[];
  /** Changes when somebody has written; only then is the answer read again. */
  newest: string;
}

async function fetchUnreadQuestions(
  requests: readonly string[],
  signal: AbortSignal,
): Promise<UnreadQuestion[]> {
  const { data, error } = await dataClient()
    .rpc("unread_questions", { requests: [...requests] })
    .abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map((row) => ({ requestId: row.request_id, itemId: row.item_id, questionId: row.question_id }));
}

/** Questions in which somebody else has written since the signed-in person last read them. */
export function unreadQuestionsOptions({ requestIds, newest }: UnreadQuestionsQuery) {
  return queryOptions({
    queryKey: questionKeys.unreadIn(requestIds, newest),
    queryFn: ({ signal }) => fetchUnreadQuestions(requestIds, signal),
    enabled: requestIds.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
