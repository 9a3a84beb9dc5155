import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { refreshQuestions } from "./refresh-questions.ts";

interface AskedQuestion {
  itemId: string;
  /** At most 4,000 characters. */
  body: string;
}

async function askQuestion({ itemId, body }: AskedQuestion): Promise<void> {
  const { error } = await dataClient().rpc("ask_question", { item: itemId, body });
  if (error) throw toAppError(error);
}

/** Asks a question about an item. */
export function useAskQuestion() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: askQuestion, onSuccess: () => refreshQuestions(cache) });
}
