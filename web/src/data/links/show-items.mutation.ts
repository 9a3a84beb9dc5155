import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

interface Shown {
  requestId: string;
  isShown: boolean;
}

async function showItems({ requestId, isShown }: Shown): Promise<void> {
  const { error } = await dataClient().rpc("show_items", { request: requestId, shown: isShown });
  if (error) throw toAppError(error);
}

/** Has the link of a request show the titles of its items before sign-in, or hide them. */
export function useShowItems() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: showItems,
    onSuccess: (_, { requestId }) => cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
  });
}
