import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { refreshQuestions } from "./refresh-questions.ts";

interface AnsweredQuestion {
  questionId: string;
  /** At most 4,000 characters. */
  body: string;
}

async function answerQuestion({ questionId, body }: AnsweredQuestion): Promise<void> {
  const { error } = await dataClient().rpc("answer_question", { question: questionId, body });
  if (error) throw toAppError(error);
}

/** Replies to a question, which opens a resolved one again. */
export function useAnswerQuestion() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: answerQuestion, onSuccess: () => refreshQuestions(cache) });
}
