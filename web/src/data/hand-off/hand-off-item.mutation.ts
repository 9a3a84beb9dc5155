import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { refreshHandOffs } from "./refresh-hand-offs.ts";

interface HandOff {
  itemId: string;
  email: string;
  /** "" if only the address is known. */
  name: string;
}

async function handOffItem({ itemId, email, name }: HandOff): Promise<void> {
  const { error } = await dataClient().rpc("hand_off_item", { item: itemId, email, name });
  if (error) throw toAppError(error);
}

/** Asks someone else for an item. They are emailed the link and see only this item. Refetches also
 * after a failure: another recipient may have been first. */
export function useHandOffItem() {
  const cache = useQueryClient();
  return useMutation({ mutationFn: handOffItem, onSettled: () => refreshHandOffs(cache) });
}
