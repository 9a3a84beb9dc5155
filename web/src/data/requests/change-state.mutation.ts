import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "./keys.ts";

export type StateChange =
  | "pause"
  | "resume"
  | "close"
  | "reopen"
  | "cancel"
  | "archive"
  | "unarchive"
  | "delete"
  | "restore";

interface ChangeStateInput {
  requestId: string;
  change: StateChange;
}

async function changeState({ requestId, change }: ChangeStateInput): Promise<void> {
  const { error } = await dataClient().rpc(`${change}_request`, { request: requestId });
  if (error) throw toAppError(error);
}

/** Changes what a sent request takes from its recipients. Repeating a change is harmless. */
export function useChangeState() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: changeState,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
