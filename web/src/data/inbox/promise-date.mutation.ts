import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { inboxKeys } from "./keys.ts";

interface PromisedDate {
  requestId: string;
  /** YYYY-MM-DD; null takes it back. */
  on: string | null;
}

async function promiseDate({ requestId, on }: PromisedDate): Promise<void> {
  const { error } = await dataClient().rpc("promise_date", { request: requestId, on });
  if (error) throw toAppError(error);
}

/** Says when the recipient will have what is missing. Reminders wait until the day after. */
export function usePromiseDate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: promiseDate,
    onSuccess: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
