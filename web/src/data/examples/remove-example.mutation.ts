import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";

async function removeExample({ exampleId }: { exampleId: string }): Promise<void> {
  const { error } = await dataClient().rpc("remove_example", { example: exampleId });
  // Already removed elsewhere.
  if (error && toAppError(error).code !== "not_found") throw toAppError(error);
}

/** Removes an example; no one can open it from then on. */
export function useRemoveExample() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removeExample,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: sharedKeys.requests }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
