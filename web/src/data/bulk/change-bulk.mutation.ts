import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { bulkKeys } from "./keys.ts";

export type BulkChange = "pause" | "resume" | "stop";

async function changeBulk({ id: job, change }: { id: string; change: BulkChange }): Promise<void> {
  const client = dataClient();
  const { error } =
    change === "stop"
      ? await client.rpc("stop_bulk", { job })
      : await client.rpc("pause_bulk", { job, paused: change === "pause" });
  if (error) throw toAppError(error);
}

/** Pauses, resumes or ends the sending to those who have no request yet. */
export function useChangeBulk() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeBulk,
    onSuccess: () => cache.invalidateQueries({ queryKey: bulkKeys.all() }),
  });
}
