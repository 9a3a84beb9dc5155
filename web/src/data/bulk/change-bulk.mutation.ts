import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { bulkKeys } from "./keys.ts";

export type BulkChange = "pause" | "resume" | "stop" | "retry";

async function changeBulk({ id: job, change }: { id: string; change: BulkChange }): Promise<void> {
  const client = dataClient();
  const calls = {
    pause: () => client.rpc("pause_bulk", { job, paused: true }),
    resume: () => client.rpc("pause_bulk", { job, paused: false }),
    stop: () => client.rpc("stop_bulk", { job }),
    retry: () => client.rpc("retry_bulk", { job }),
  };
  const { error } = await calls[change]();
  if (error) throw toAppError(error);
}

/** Pauses, resumes or ends the sending to people who have no request yet, or retries failed ones. */
export function useChangeBulk() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeBulk,
    onSuccess: () => cache.invalidateQueries({ queryKey: bulkKeys.all() }),
  });
}
