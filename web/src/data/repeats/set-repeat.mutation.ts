import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";
import type { Repeat } from "./repeat.query.ts";

interface NewRepeat {
  requestId: string;
  /** Null ends it. */
  repeat: (Pick<Repeat, "every" | "title"> & { firstOn: string }) | null;
}

async function setRepeat({ requestId, repeat }: NewRepeat): Promise<void> {
  const { error } = await dataClient().rpc("repeat_request", {
    request: requestId,
    ...(repeat && { every: repeat.every, first_on: repeat.firstOn, title: repeat.title }),
  });
  if (error) throw toAppError(error);
}

/** Has a request sent again every month, quarter or year in the caller's name, or ends that. */
export function useSetRepeat() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setRepeat,
    onSuccess: (_, { requestId }) => cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
  });
}
