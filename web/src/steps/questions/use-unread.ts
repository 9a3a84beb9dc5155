import { useQuery } from "@tanstack/react-query";
import { newestMessageAt, type Question } from "../../data/questions/question.models.ts";
import { pollInterval } from "../../lib/poll-interval.ts";
import { unreadQuestionsOptions } from "../../data/questions/unread-questions.query.ts";

const none: ReadonlySet<string> = new Set();

interface RequestWithQuestions {
  id: string;
  items: readonly { questions: readonly Question[] }[];
}

/** Ids of a request's questions that the signed-in person has not read. Asks only for requests that have any. */
export function useUnread({ id, items }: RequestWithQuestions): ReadonlySet<string> {
  const newest = newestMessageAt(items.flatMap(({ questions }) => questions));
  const { data } = useQuery({
    ...unreadQuestionsOptions({ requestIds: newest === null ? [] : [id], newest: newest ?? "" }),
    // While one is marked: it may be read on another device, which writes nothing that this page would see.
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? pollInterval : false),
    select: (rows) => new Set(rows.map(({ questionId }) => questionId)),
  });
  return data ?? none;
}
