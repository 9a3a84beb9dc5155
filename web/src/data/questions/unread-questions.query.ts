import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { questionKeys } from "./keys.ts";

/** Requests that the database looks at in one call. */
const maxRequests = 200;

export interface UnreadQuestion {
  requestId: string;
  itemId: string;
  questionId: string;
}

interface UnreadQuestionsQuery {
  requestIds: readonly string[];
  /** Changes with each new message; only then is the answer fetched again. */
  newest: string;
}

async function fetchUnreadQuestions(requests: string[], signal: AbortSignal): Promise<UnreadQuestion[]> {
  const { data, error } = await dataClient().rpc("unread_questions", { requests }).abortSignal(signal);
  if (error) throw toAppError(error);
  return data.map((row) => ({ requestId: row.request_id, itemId: row.item_id, questionId: row.question_id }));
}

async function fetchAllUnreadQuestions(
  requests: readonly string[],
  signal: AbortSignal,
): Promise<UnreadQuestion[]> {
  const calls = Array.from({ length: Math.ceil(requests.length / maxRequests) }, (_, call) =>
    fetchUnreadQuestions(requests.slice(call * maxRequests, (call + 1) * maxRequests), signal),
  );
  return (await Promise.all(calls)).flat();
}

/** Questions with a message from another person since the signed-in user last read them. */
export function unreadQuestionsOptions({ requestIds, newest }: UnreadQuestionsQuery) {
  return queryOptions({
    queryKey: questionKeys.unreadIn(requestIds, newest),
    queryFn: ({ signal }) => fetchAllUnreadQuestions(requestIds, signal),
    enabled: requestIds.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
