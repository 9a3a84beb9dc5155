import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { refreshQuestions } from "./refresh-questions.ts";

interface Resolution {
  questionId: string;
  isResolved: boolean;
}

async function resolveQuestion({ questionId, isResolved }: Resolution): Promise<void> {
  const { error } = await dataClient().rpc("resolve_question", {
    question: questionId,
    resolved: isResolved,
  });
  if (error) throw toAppError(error);
}

/** Marks a question as resolved, or as open again. */
export function useResolveQuestion() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: resolveQuestion, onSuccess: () => refreshQuestions(cache) });
}
