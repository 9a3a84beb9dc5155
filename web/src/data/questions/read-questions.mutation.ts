import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { questionKeys } from "./keys.ts";

interface SeenQuestions {
  itemId: string;
  /** Time of the newest message on the page, as the database wrote it. */
  until: string;
}

async function readQuestions({ itemId, until }: SeenQuestions): Promise<void> {
  const { error } = await dataClient().rpc("read_questions", { item: itemId, until });
  if (error) throw toAppError(error);
}

/** Marks an item's questions as read. */
export function useReadQuestions() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: readQuestions,
    onSuccess: () => cache.invalidateQueries({ queryKey: questionKeys.unread() }),
  });
}
