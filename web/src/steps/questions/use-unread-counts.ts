import { useQuery } from "@tanstack/react-query";
import { unreadQuestionsOptions } from "../../data/questions/unread-questions.query.ts";

const none: ReadonlyMap<string, number> = new Map();

/**
 * Number of questions with something unread, by request, as the request's page marks them.
 *
 * @param listedAt when the list was read; each reading of it asks again.
 */
export function useUnreadCounts(
  requestIds: readonly string[],
  listedAt: number,
): ReadonlyMap<string, number> {
  const { data } = useQuery({
    ...unreadQuestionsOptions({ requestIds, newest: String(listedAt) }),
    select: (rows) => {
      const byRequest = Map.groupBy(rows, (row) => row.requestId);
      return new Map([...byRequest].map(([requestId, questions]) => [requestId, questions.length]));
    },
  });
  return data ?? none;
}
