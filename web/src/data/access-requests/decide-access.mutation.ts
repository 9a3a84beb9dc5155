import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "../requests/keys.ts";
import { accessRequestKeys } from "./keys.ts";

interface AccessDecision {
  accessRequestId: string;
  /** True to add the person to the recipients. */
  isAdded: boolean;
}

async function decideAccess({ accessRequestId, isAdded }: AccessDecision): Promise<void> {
  const { error } = await dataClient().rpc("decide_access", {
    access_request: accessRequestId,
    is_added: isAdded,
  });
  if (error) throw toAppError(error);
}

/** Adds a person who asked to the recipients, or declines. */
export function useDecideAccess() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: decideAccess,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: accessRequestKeys.all() }),
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
