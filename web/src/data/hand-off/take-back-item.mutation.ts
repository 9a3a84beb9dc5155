import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { refreshHandOffs } from "./refresh-hand-offs.ts";

async function takeBackItem({ itemId }: { itemId: string }): Promise<void> {
  const { error } = await dataClient().rpc("take_back_item", { item: itemId });
  if (error) throw toAppError(error);
}

/** Takes a handed-off item back. Refetches also after a failure: another recipient may have been first. */
export function useTakeBackItem() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: takeBackItem, onSettled: () => refreshHandOffs(cache) });
}
