import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";

/** Resolves to the id of the new draft. */
export async function duplicateRequest({ requestId }: { requestId: string }): Promise<string> {
  const { data, error } = await dataClient().rpc("duplicate_request", { request: requestId });
  if (error) throw toAppError(error);
  return data;
}

/** Makes a draft with the same title, message, items and recipients. */
export function useDuplicateRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: duplicateRequest,
    onSuccess: () => cache.invalidateQueries({ queryKey: requestKeys.all() }),
  });
}
